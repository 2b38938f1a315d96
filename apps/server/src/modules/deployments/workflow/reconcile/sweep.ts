/**
 * Compares every server with the database in turn, and writes down what differs. It changes nothing on servers: what can be
 * put right is left to a run in the environment's line. Looks are no runs themselves, since most find nothing.
 */
import { RemoteError } from '@longshore/remote/ssh'
import type { OrganizationId } from '../../../../platform/database/database.ts'
import { findOpenRestore } from '../../../../platform/durable/epoch.ts'
import { Looks } from '../../../../platform/durable/looks.ts'
import { Loop } from '../../../../platform/durable/loop.ts'
import { startRun } from '../../../../platform/durable/runs.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { decodeId } from '../../../../platform/ids/type-id.ts'
import type { Log } from '../../../../platform/log/log.ts'
import { listEnvironmentStates, listEnvironmentsLiveOn, tidyEnvironment } from '../../../environments/index.ts'
import { compareServer, type FoundDrift, type SeenServer } from '../../compare-server.policy.ts'
import { type DueSweep, takeDueSweeps } from '../../reconcile.system-repository.ts'
import type { EnvironmentWork } from '../environment/environment-work.ts'
import { environmentsOn, readKnown } from './known-environments.ts'
import { readServer } from './read-server.ts'
import { saveDrift } from './save-drift.ts'
import { tellEpoch } from './tell-epoch.ts'

export interface SweepOptions {
  work: Pick<EnvironmentWork, 'database' | 'runtimes'>
  log: Log
  /** Between two comparisons of a server on which something is live. */
  everyMs: number
  atOnce: number
}

/** Between two comparisons of a server on which nothing is. */
const idleEveryMs = 600_000
const lookMs = 30_000

export class Sweep implements AsyncDisposable {
  readonly #options: SweepOptions
  readonly #loop: Loop
  readonly #looks: Looks

  constructor(options: SweepOptions) {
    this.#options = options
    this.#looks = new Looks(options)
    const everyMs = Math.min(2_000, options.everyMs)
    this.#loop = new Loop({ name: 'sweep', everyMs, log: options.log }, () => this.#round())
  }

  start(): void {
    this.#loop.start()
  }

  async #round(): Promise<void> {
    const { work, log, everyMs } = this.#options
    const limit = this.#looks.room
    if (limit === 0) return
    for (const due of await takeDueSweeps(work.database.systemDb, { limit, everyMs, idleEveryMs })) {
      const { serverId } = due
      this.#looks.begin(serverId, (signal) => sweepServer(work, due, signal), {
        withinMs: lookMs,
        onError: (err) => log.warn({ err, serverId }, 'a server could not be compared with the database'),
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#looks.stop()
    await this.#loop[Symbol.asyncDispose]()
    await this.#looks[Symbol.asyncDispose]()
  }
}

export async function sweepServer(
  work: Pick<EnvironmentWork, 'database' | 'runtimes'>,
  { organizationId, serverId }: DueSweep,
  signal: AbortSignal,
): Promise<void> {
  let seen: SeenServer
  try {
    seen = await work.runtimes.use(
      organizationId,
      serverId,
      async (runtime) => {
        const found = await readServer(runtime, signal)
        await tellEpoch(work.database, { organizationId, serverId }, { runtime, proxy: found.proxy, signal })
        return found
      },
      signal,
    )
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code === 'cancelled') throw error
    const hint = 'Look at the server: GET /servers/:id says what is wrong with it.'
    const drift = { code: 'server_unreachable', detail: `The server cannot be asked (${error.code}).`, hint }
    return await markUnreachable(work, organizationId, serverId, drift)
  }
  const isRestored = (await findOpenRestore(work.database.systemDb)) !== undefined
  await work.database.tenant(organizationId, async (tx) => {
    const ids = new Set([...environmentsOn(seen), ...(await listEnvironmentsLiveOn(tx, organizationId, serverId))])
    const known = await readKnown(tx, organizationId, { serverId, ids: [...ids], seen })
    for (const finding of compareServer(seen, known.environments, { isRestored })) {
      const state = known.states.get(finding.environment)
      if (state !== undefined) await saveDrift(tx, organizationId, state, finding.drift)
      const environmentId = decodeId('env', finding.environment)
      if (finding.actions.length === 0 || environmentId === undefined) continue
      const input = { environmentId, serverId }
      await startRun(tx, { workflow: tidyEnvironment, key: environmentId, input, organizationId })
    }
  })
}

async function markUnreachable(
  { database }: Pick<EnvironmentWork, 'database'>,
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
