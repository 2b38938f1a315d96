/**
 * The control group of all apps on a server. Its memory limit leaves a reserve, so that apps without limits can't take
 * the server down, alone or together. With systemd, it is a slice whose limit survives a restart. Without systemd or
 * root access, each container without its own limit gets the same limit instead, which only protects against a single
 * app.
 */

import { raceSignal } from '@longshore/process/race-signal'
import type { Engine } from '../docker/index.ts'
import { instanceLabel } from '../docker/label-names.ts'
import { recentInfo } from '../docker/recent-info.ts'
import type { Call } from '../runtime/runtime.ts'
import type { ServerConnection } from '../ssh/index.ts'
import { appMemoryBytes } from './app-memory.ts'

export interface AppCgroup {
  /** Null without a slice. */
  readonly slice: string | null
  /** Limit for a container without its own limit; null when the slice has the limit. */
  readonly memoryBytes: number | null
}

export const appSlice = 'longshore-apps.slice'
/** compose.yaml sets this label on the API of the control plane. */
const controlPlaneLabel = 'longshore.dashboard'
const setDeadlineMs = 15_000
const findDeadlineMs = 60_000

/** Cached by connection: a server that is resized restarts, and then has another connection. */
const known = new WeakMap<object, Promise<AppCgroup>>()

export async function ensureAppCgroup(
  connection: Pick<ServerConnection, 'run'>,
  engine: Engine,
  call: Call,
): Promise<AppCgroup> {
  // Don't use the caller's signal here: other callers wait for the same result.
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

/** Containers inherit the labels of their image; those that we start carry our own label too. */
async function holdsControlPlane(engine: Engine, call: Call): Promise<boolean> {
  const found = await engine.listContainers({ ...call, all: true, filters: { label: [controlPlaneLabel] } })
  return found.some(({ Labels }) => !Object.hasOwn(Labels, instanceLabel))
}
