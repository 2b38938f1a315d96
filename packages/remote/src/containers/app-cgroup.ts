/**
 * The control group of all apps of a server. Its memory limit leaves a reserve, so that apps without limits cannot take the
 * server down, alone or together. With systemd it is a slice whose limit stays after a restart. Without systemd, or where we
 * are not root, each container without a limit of its own gets the same limit instead: then one app alone cannot do it.
 */
import type { Engine } from '../docker/index.ts'
import { instanceLabel } from '../docker/label-names.ts'
import { recentInfo } from '../docker/recent-info.ts'
import type { Call } from '../runtime/runtime.ts'
import { raceSignal, type ServerConnection } from '../ssh/index.ts'
import { appMemoryBytes } from './app-memory.ts'

export interface AppCgroup {
  /** Null: there is none. */
  readonly slice: string | null
  /** For a container without a limit of its own; null when the slice has the limit. */
  readonly memoryBytes: number | null
}

export const appSlice = 'longshore-apps.slice'
/** compose.yaml writes it on the control plane's api. */
const controlPlaneLabel = 'longshore.dashboard'
const setDeadlineMs = 15_000
const findDeadlineMs = 60_000

/** By connection: a server that is resized restarts, and then the connection is another one. */
const known = new WeakMap<object, Promise<AppCgroup>>()

export async function ensureAppCgroup(
  connection: Pick<ServerConnection, 'run'>,
  engine: Engine,
  call: Call,
): Promise<AppCgroup> {
  // Not by the caller's signal: others wait for the same answer.
  const asked =
    known.get(connection) ?? findOrCreate(connection, engine, { signal: AbortSignal.timeout(findDeadlineMs) })
  known.set(connection, asked)
  asked.catch(() => known.delete(connection))
  return await raceSignal(asked, call.signal)
}

async function findOrCreate(connection: Pick<ServerConnection, 'run'>, engine: Engine, call: Call): Promise<AppCgroup> {
  const { info } = await recentInfo(connection, engine, call)
  const memoryBytes = appMemoryBytes(info.MemTotal, { isHome: await holdsControlPlane(engine, call) })
  if (info.CgroupDriver !== 'systemd') return { slice: null, memoryBytes }
  const args = ['systemctl', 'set-property', appSlice, 'MemoryAccounting=yes', `MemoryMax=${memoryBytes}`] as const
  const { exitCode } = await connection.run(args, { asRoot: true, deadlineMs: setDeadlineMs, signal: call.signal })
  return exitCode === 0 ? { slice: appSlice, memoryBytes: null } : { slice: null, memoryBytes }
}

/** Containers take over labels of their image; what we start carries our own label too. */
async function holdsControlPlane(engine: Engine, call: Call): Promise<boolean> {
  const found = await engine.listContainers({ ...call, all: true, filters: { label: [controlPlaneLabel] } })
  return found.some(({ Labels }) => !Object.hasOwn(Labels, instanceLabel))
}
