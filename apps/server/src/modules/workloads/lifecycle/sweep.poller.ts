/**
 * Compares every server with the database periodically and saves the differences. It changes nothing on servers; a
 * queued run of the environment makes repairs. Sweeps aren't workflow runs, because most find nothing.
 */
import { RemoteError } from '@longshore/remote/ssh'
import type { OrganizationId } from '../../../platform/database/database.ts'
import { findOpenRestore } from '../../../platform/durable/epoch.ts'
import type { BackgroundLoop } from '../../../platform/durable/loop.ts'
import { poller } from '../../../platform/durable/poller.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { decodeId } from '../../../platform/ids/type-id.ts'
import type { Log } from '../../../platform/log/log.ts'
import { listEnvironmentStates, listEnvironmentsLiveOn, tidyEnvironment } from '../../environments/index.ts'
import { measureVolumes } from '../observations/measure-volumes.remote.ts'
import { saveInstances } from '../observations/observations.repository.ts'
import { compareServer, type FoundDrift } from './compare-server.policy.ts'
import { environmentsOn, readKnown } from './known-environments.query.ts'
import { type ReadServer, readServer } from './read-server.remote.ts'
import { type DueSweep, takeDueSweeps } from './reconcile.system-repository.ts'
import { saveDrift } from './save-drift.action.ts'
import { sendEpoch } from './send-epoch.remote.ts'
import type { LifecycleWork } from './workflow/lifecycle.context.ts'

export interface SweepPollerOptions {
  work: Pick<LifecycleWork, 'database' | 'runtimes' | 'listHeldCommands' | 'listDrills'>
  log: Log
  /** Interval between sweeps of a server with something live. */
  everyMs: number
  atOnce: number
}

/** Interval between sweeps of a server with nothing live. */
const idleEveryMs = 600_000

export function createSweepPoller({ work, log, everyMs, atOnce }: SweepPollerOptions): BackgroundLoop {
  return poller<DueSweep>({
    name: 'drift',
    everyMs: Math.min(2_000, everyMs),
    log,
    atOnce,
    visitMs: 30_000,
    isTaken: true,
    takeDue: ({ free: limit }) => takeDueSweeps(work.database.systemDb, { limit, everyMs, idleEveryMs }),
    keyOf: ({ serverId }) => serverId,
    visit: (due, signal) => sweepServer(work, due, signal),
  })
}

export async function sweepServer(
  work: Pick<LifecycleWork, 'database' | 'runtimes' | 'listHeldCommands' | 'listDrills'>,
  { organizationId, serverId }: DueSweep,
  signal: AbortSignal,
): Promise<void> {
  let seen: ReadServer
  try {
    seen = await work.runtimes.use(
      organizationId,
      serverId,
      async (runtime) => {
        const found = await readServer(runtime, signal)
        await sendEpoch(work.database, { organizationId, serverId }, { runtime, proxy: found.proxy, signal })
        return found
      },
      signal,
    )
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code === 'cancelled') throw error
    const hint = 'Check the server: it shows the problem.'
    const drift = { code: 'server_unreachable', detail: `The server can't be checked (${error.code}).`, hint }
    return await markUnreachable(work, organizationId, serverId, drift)
  }
  const isRestored = (await findOpenRestore(work.database.systemDb)) !== undefined
  await work.database.tenant(organizationId, async (tx) => {
    const ids = new Set([...environmentsOn(seen), ...(await listEnvironmentsLiveOn(tx, organizationId, serverId))])
    const known = await readKnown(tx, organizationId, {
      serverId,
      ids: [...ids],
      seen,
      listHeldCommands: work.listHeldCommands,
      listDrills: work.listDrills,
    })
    for (const finding of compareServer(seen, known.environments, { isRestored, trashed: known.trashed })) {
      const state = known.states.get(finding.environment)
      if (state !== undefined) await saveDrift(tx, organizationId, state, finding.drift)
      const environmentId = decodeId('env', finding.environment)
      if (finding.actions.length === 0 || environmentId === undefined) continue
      const input = { environmentId, serverId }
      await startRun(tx, { workflow: tidyEnvironment, key: environmentId, input, organizationId })
    }
    // An environment without any container left is saved as such.
    const environments = [...ids].map((id) => ({ id, instances: seen.instances.get(id) ?? [] }))
    await saveInstances(tx, organizationId, { serverId, environments })
  })
  await measureVolumes(work, { organizationId, serverId }, signal)
}

async function markUnreachable(
  { database }: Pick<LifecycleWork, 'database'>,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
  drift: FoundDrift,
): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    const ids = await listEnvironmentsLiveOn(tx, organizationId, serverId)
    for (const state of await listEnvironmentStates(tx, organizationId, ids)) {
      await saveDrift(tx, organizationId, state, [drift])
    }
  })
}
