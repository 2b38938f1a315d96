/**
 * Measures every server that can be reached, at one rhythm. No runs and no journal: a look that fails is a gap in a line, and
 * the next one is seconds away. A worker keeps measuring the servers it has measured; those of a worker that is gone are
 * taken over when they are overdue, and miss one point.
 */
import { sampleServer } from '@longshore/remote/metrics'
import { RemoteError } from '@longshore/remote/ssh'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { Looks } from '../../../platform/durable/looks.ts'
import { Loop } from '../../../platform/durable/loop.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { ServerAccess } from '../../servers/worker.ts'
import { encodeRound, type SeriesValues } from '../metric-round.policy.ts'
import { ensureSeries, insertRound, type SeriesKey } from '../metrics.repository.ts'
import { type DueSample, takeDueSamples } from '../metrics.system-repository.ts'
import { buildRound, type FoundValues, type Memory } from './build-round.ts'

export interface SamplerOptions {
  database: Database
  access: Pick<ServerAccess, 'use'>
  instance: string
  log: Log
  everyMs: number
  atOnce: number
}

interface Watched {
  organizationId: OrganizationId
  serverId: Id<'srv'>
  memory: Memory | undefined
  diskAtMs: number
  series: Map<string, number>
}

const diskEveryMs = 60_000
const connectMs = 20_000
const readMs = 10_000
const roundsPerSecond = 4

export class Sampler implements AsyncDisposable {
  readonly #options: SamplerOptions
  readonly #loop: Loop
  readonly #looks: Looks
  readonly #watched = new Map<string, Watched>()

  constructor(options: SamplerOptions) {
    this.#options = options
    this.#looks = new Looks(options)
    this.#loop = new Loop({ name: 'sampler', everyMs: 1_000 / roundsPerSecond, log: options.log }, () => this.#round())
  }

  start(): void {
    if (this.#options.everyMs > 0) this.#loop.start()
  }

  async #round(): Promise<void> {
    const { database, everyMs } = this.#options
    const limit = this.#looks.room
    if (limit === 0) return
    const own = this.#ownServers(everyMs)
    // Long enough for its own worker to be late, short enough to lose one point only.
    const overdueMs = Math.min(everyMs / 2, 5_000)
    for (const due of await takeDueSamples(database.systemDb, { own, everyMs, overdueMs, limit })) {
      if (this.#looks.has(due.serverId)) continue
      this.#begin(due)
    }
  }

  /** Those that this worker measured last. What another has taken over meanwhile is forgotten, and so is what is gone. */
  #ownServers(everyMs: number): string[] {
    const since = Date.now() - everyMs * 1.6
    for (const [id, { memory }] of this.#watched)
      if (!this.#looks.has(id) && (memory === undefined || memory.atMs < since)) this.#watched.delete(id)
    return [...this.#watched.keys()]
  }

  #begin(due: DueSample): void {
    const { serverId } = due
    const watched = this.#watched.get(serverId) ?? watch(due)
    this.#watched.set(serverId, watched)
    this.#looks.begin(serverId, (signal) => takeSample(this.#options, watched, signal), {
      withinMs: connectMs + readMs,
      onError: (err) => {
        // What was used meanwhile is unknown, and whoever reaches the server next may go on with it.
        this.#watched.delete(serverId)
        // That it cannot be reached is said by the looks at servers.
        if (!(err instanceof RemoteError)) this.#options.log.warn({ err, serverId }, 'a server could not be measured')
      },
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#looks.stop()
    await this.#loop[Symbol.asyncDispose]()
    await this.#looks[Symbol.asyncDispose]()
  }
}

export function watch({ organizationId, serverId }: DueSample): Watched {
  return { organizationId, serverId, memory: undefined, diskAtMs: 0, series: new Map() }
}

export async function takeSample(
  { database, access, instance, everyMs }: Pick<SamplerOptions, 'database' | 'access' | 'instance' | 'everyMs'>,
  watched: Watched,
  signal: AbortSignal,
): Promise<void> {
  const { organizationId, serverId } = watched
  const withDisk = Date.now() - watched.diskAtMs >= diskEveryMs
  const reading = await access.use(
    organizationId,
    serverId,
    (connection) => sampleServer(connection, { instance, withDisk, signal, deadlineMs: readMs }),
    { deadlineMs: connectMs, signal },
  )
  if (withDisk) watched.diskAtMs = reading.atMs
  // After a longer pause the mean over it would be drawn as if it had been measured.
  const isRecent = watched.memory !== undefined && reading.atMs - watched.memory.atMs < 3 * everyMs
  const { found, memory } = buildRound(isRecent ? watched.memory : undefined, reading)
  watched.memory = memory
  if (found.length === 0) return
  await database.tenant(organizationId, async (tx) => {
    const values = await withSeries(tx, watched, found)
    if (values.length > 0)
      await insertRound(tx, organizationId, { serverId, at: new Date(reading.atMs), data: encodeRound(values) })
  })
}

async function withSeries(tx: Tx, watched: Watched, found: readonly FoundValues[]): Promise<SeriesValues[]> {
  const { organizationId, serverId, series } = watched
  const all: SeriesValues[] = []
  for (const { key, values } of found) {
    const name = nameOf(key)
    const seriesId = series.get(name) ?? (await ensureSeries(tx, organizationId, { serverId, key }))
    if (seriesId === undefined) continue
    series.set(name, seriesId)
    all.push({ seriesId, values })
  }
  return all
}

function nameOf({ environmentId, serviceId, slot }: SeriesKey): string {
  return `${environmentId} ${serviceId} ${slot}`
}
