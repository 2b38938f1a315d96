/**
 * The control group for all builds of a server, with shared limits. It starts with an idle container. With cgroup v1,
 * builds run below the group of that container, and the Engine sets its limits. cgroup v2 allows processes only in
 * leaves, so builds run in a slice next to it, whose limits only root can set. Whether the limits are enforced is
 * tested once per server; if they aren't, builds run without limits and report that.
 *
 * Decision: docs/decisions/0013-builds-in-a-control-group.md
 */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { EngineInfo } from '../../docker/engine-schemas.ts'
import type { ContainerDetails, Engine } from '../../docker/index.ts'
import type { BuildLimits } from '../../runtime/build-request.ts'
import type { Call } from '../../runtime/runtime.ts'
import type { ServerConnection } from '../../ssh/index.ts'
import {
  findHolder,
  removeHolder,
  removeOldVerifications,
  startHolder,
  updateHolder,
  verificationRole,
} from './holder.ts'
import { ensureLimitsImage } from './limits-image.ts'
import { runExclusively } from './run-exclusively.ts'

export interface BuildServer {
  readonly connection: ServerConnection
  readonly engine: Engine
  readonly instance: string
  readonly info: z.output<typeof EngineInfo>
  readonly architecture: string
  /** Folder with the limits programs, one per architecture. */
  readonly limitsDirectory: string
}

/** Runs the memory-hungry program as a build in this group; true if the kernel ended it. */
export type VerifyLimits = (cgroupParent: string) => Promise<boolean>
type Limits = Pick<BuildLimits, 'memoryBytes' | 'cpus' | 'pids'>

const builds = 'longshore-builds'
/** Less than the program uses, and enough for it to start. */
const verificationLimits: Limits = { memoryBytes: 48 * 1024 ** 2, cpus: 1, pids: 64 }

/** Null if no limit is enforced on this server. */
export async function ensureBuildCgroup(
  server: BuildServer,
  limits: Limits,
  options: Call & { verify: VerifyLimits },
): Promise<string | null> {
  const work = () => ensureOnce(server, limits, options)
  return await runExclusively(server.connection, work, options.signal)
}

async function ensureOnce(
  server: BuildServer,
  limits: Limits,
  options: Call & { verify: VerifyLimits },
): Promise<string | null> {
  const call = { signal: options.signal }
  const verifiedBy = verifiedWith(server)
  const known = await findHolder(server.engine, builds, { ...call, verifiedBy })
  const holder = known?.container ?? (await makeHolder(server, verifiedBy, options))
  if (holder === null || known?.holds === false) return null
  const hasLimits = await setLimits(server, { name: builds, holder, limits }, call)
  return hasLimits ? await cgroupOf(server, holder, call) : null
}

/** Identifies the environment of a verification: another Docker, kernel, or user is verified again. */
function verifiedWith({ info, connection }: BuildServer): string {
  return `${info.ServerVersion} ${info.KernelVersion} ${info.CgroupDriver} ${connection.target.username}`
}

async function makeHolder(
  server: BuildServer,
  verifiedBy: string,
  options: Call & { verify: VerifyLimits },
): Promise<ContainerDetails | null> {
  const call = { signal: options.signal }
  if (
    !(await ensureLimitsImage(
      server.engine,
      { directory: server.limitsDirectory, architecture: server.architecture },
      call,
    ))
  )
    return null
  const holds = await areLimitsEnforced(server, options)
  const holder = await startHolder(
    server,
    { name: builds, role: 'builds', verifiedBy, holds, ...sliceOf(server, builds) },
    call,
  )
  return holds ? holder : null
}

async function areLimitsEnforced(server: BuildServer, options: Call & { verify: VerifyLimits }): Promise<boolean> {
  const { engine } = server
  const call = { signal: options.signal }
  await removeOldVerifications(server, call)
  // Use a unique name per attempt: two workers that verify at once must not end each other's container.
  const name = `longshore-proof_${randomUUID().slice(0, 8)}`
  try {
    const verification = { name, role: verificationRole, verifiedBy: '', holds: false, ...sliceOf(server, name) }
    const holder = await startHolder(server, verification, call)
    if (!(await setLimits(server, { name, holder, limits: verificationLimits }, call))) return false
    return await options.verify(await cgroupOf(server, holder, call))
  } finally {
    await removeHolder(engine, name, { signal: AbortSignal.timeout(10_000) })
  }
}

function needsSlice({ info }: BuildServer): boolean {
  return info.CgroupVersion === '2'
}

function sliceOf(server: BuildServer, name: string): { slice?: string } {
  return needsSlice(server) && server.info.CgroupDriver === 'systemd' ? { slice: `${name}.slice` } : {}
}

async function setLimits(
  server: BuildServer,
  { name, holder, limits }: { name: string; holder: ContainerDetails; limits: Limits },
  call: Call,
): Promise<boolean> {
  if (!needsSlice(server)) {
    await updateHolder(server.engine, holder, limits, call)
    return true
  }
  const args = [
    `MemoryMax=${Math.floor(limits.memoryBytes)}`,
    'MemorySwapMax=0',
    `CPUQuota=${Math.round(limits.cpus * 100)}%`,
    // Everything else has a weight of 100, so apps have priority for processors and the disk.
    'CPUWeight=5',
    'IOWeight=5',
    `TasksMax=${limits.pids}`,
  ]
  const argv = ['systemctl', 'set-property', '--runtime', `${name}.slice`, ...args] as const
  const { exitCode } = await server.connection.run(argv, { asRoot: true, deadlineMs: 15_000, signal: call.signal })
  return exitCode === 0
}

/** Path in the kernel: the memory group with cgroup v1, the only group with v2. */
async function cgroupOf(server: BuildServer, holder: ContainerDetails, call: Call): Promise<string> {
  const name = `${holder.Id} ${holder.State.Pid}`
  const known = found.get(server.connection)
  if (known?.name === name) return known.path
  const path = await readCgroup(server, holder, call)
  found.set(server.connection, { name, path })
  return path
}

/** The path doesn't change as long as the process lives. */
const found = new WeakMap<object, { name: string; path: string }>()

async function readCgroup(server: BuildServer, { State }: ContainerDetails, call: Call): Promise<string> {
  const options = { deadlineMs: 10_000, signal: call.signal, maxOutputBytes: 16_384 }
  const { stdout } = await server.connection.run(['cat', `/proc/${State.Pid ?? 0}/cgroup`], options)
  const own = /^\d{1,4}:(?:[\w,]{0,60}\bmemory\b[\w,]{0,60}|):(\/[\w./:@-]{1,400})$/m.exec(stdout)?.[1]
  if (own === undefined) throw new Error('the control group of builds cannot be read')
  return needsSlice(server) ? own.slice(0, own.lastIndexOf('/')) : own
}
