/**
 * The container that holds the control group of builds. It is idle, uses 2 MB of memory, and stores the result of the
 * verification in its labels.
 */
import { isDeepStrictEqual } from 'node:util'
import { type ContainerDetails, type Engine, isStatus } from '../../docker/index.ts'
import { instanceLabel } from '../../docker/label-names.ts'
import { filtersOf } from '../../docker/ownership.ts'
import type { BuildLimits } from '../../runtime/build-request.ts'
import type { Call } from '../../runtime/runtime.ts'
import { limitsImage } from './limits-image.ts'

export const verificationRole = 'builds-proof'
const roleLabel = 'longshore.role'
const verifiedLabel = 'longshore.limits-proven-with'
const holdsLabel = 'longshore.limits-hold'
/** When they compete for a processor, each app gets sixteen times as much. */
const processorShare = 64
const oldVerificationSeconds = 300

export async function findHolder(
  engine: Engine,
  name: string,
  { verifiedBy, ...call }: Call & { verifiedBy: string },
): Promise<{ container: ContainerDetails; holds: boolean } | null> {
  const container = await engine.inspectContainer(name, call).catch((error: unknown) => {
    if (isStatus(error, 404)) return null
    throw error
  })
  if (container === null) return null
  const { Labels } = container.Config
  if (container.State.Running && Labels[verifiedLabel] === verifiedBy)
    return { container, holds: Labels[holdsLabel] === 'yes' }
  await removeHolder(engine, name, call)
  return null
}

export interface NewHolder {
  readonly name: string
  readonly role: string
  readonly verifiedBy: string
  readonly holds: boolean
  readonly slice?: string
}

export async function startHolder(
  { engine, instance }: { engine: Engine; instance: string },
  { name, role, verifiedBy, holds, slice }: NewHolder,
  call: Call,
): Promise<ContainerDetails> {
  const body = {
    Image: limitsImage,
    Cmd: ['/limits', 'hold'],
    Labels: {
      [instanceLabel]: instance,
      [roleLabel]: role,
      [verifiedLabel]: verifiedBy,
      [holdsLabel]: holds ? 'yes' : 'no',
    },
    NetworkDisabled: true,
    HostConfig: {
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      RestartPolicy: { Name: 'always' },
      CpuShares: processorShare,
      LogConfig: { Type: 'none' },
      ...(slice === undefined ? {} : { CgroupParent: slice }),
    },
  }
  await engine.createContainer(name, body, call).catch((error: unknown) => {
    // Another worker created it at the same moment.
    if (!isStatus(error, 409)) throw error
  })
  await engine.startContainer(name, call)
  return await engine.inspectContainer(name, call)
}

/**
 * Most builds have nothing to do here: the limits of a server rarely change, and setting them again takes the start of
 * a program there.
 */
export async function updateHolder(
  engine: Engine,
  { Id: id, HostConfig: known }: ContainerDetails,
  { memoryBytes, cpus, pids }: Pick<BuildLimits, 'memoryBytes' | 'cpus' | 'pids'>,
  call: Call,
): Promise<void> {
  const memory = Math.floor(memoryBytes)
  const body = {
    Memory: memory,
    MemorySwap: memory,
    NanoCpus: Math.round(cpus * 1e9),
    PidsLimit: pids,
    CpuShares: processorShare,
  }
  const { Memory, MemorySwap, NanoCpus, PidsLimit, CpuShares } = known
  if (isDeepStrictEqual({ Memory, MemorySwap, NanoCpus, PidsLimit, CpuShares }, body)) return
  await engine.http.send({ ...call, method: 'POST', path: ['containers', id, 'update'], body })
}

/** Removes containers of killed workers: a verification takes a minute at most. */
export async function removeOldVerifications(
  { engine, instance }: { engine: Engine; instance: string },
  call: Call,
): Promise<void> {
  const filters = filtersOf(instance, { [roleLabel]: verificationRole })
  const seconds = Date.now() / 1_000 - oldVerificationSeconds
  for (const { Id, Created } of await engine.listContainers({ ...call, all: true, filters }))
    if (Created < seconds) await removeHolder(engine, Id, call)
}

export async function removeHolder(engine: Engine, name: string, call: Call): Promise<void> {
  await engine.removeContainer(name, { ...call, force: true }).catch((error: unknown) => {
    if (!isStatus(error, 404, 409)) throw error
  })
}
