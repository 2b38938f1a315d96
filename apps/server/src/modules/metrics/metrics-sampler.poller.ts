/**
 * Measures every reachable server at a fixed interval. No runs and no journal: a failed measurement is a gap in a line,
 * and the next one is seconds away. A worker keeps measuring its servers; those of a missing worker are taken over when
 * they are overdue, and miss one point.
 */
import { sampleServer } from '@longshore/remote/metrics'
import { RemoteError } from '@longshore/remote/ssh'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { poller } from '../../platform/durable/poller.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ServerAccess } from '../servers/worker.ts'
import { buildRound, type FoundValues, type SampleState } from './build-round.remote.ts'
import { encodeRound, type SeriesValues } from './metric-round.policy.ts'
import { ensureSeries, insertRound, type SeriesKey } from './metrics.repository.ts'
import { type DueSample, takeDueSamples } from './metrics.system-repository.ts'

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
  memory: SampleState | undefined
  diskAtMs: number
  series: Map<string, number>
}

const diskEveryMs = 60_000
const connectMs = 20_000
const readMs = 10_000

export function createSampler(options: SamplerOptions): BackgroundLoop {
  const { database, everyMs, atOnce, log } = options
  const watched = new Map<string, Watched>()
  // Long enough for its own worker to be late, short enough to lose only one point.
  const overdueMs = Math.min(everyMs / 2, 5_000)
  return poller<DueSample>({
    name: 'sampler',
    everyMs: 250,
    log,
    atOnce,
    visitMs: connectMs + readMs,
    async takeDue({ free: limit, keys }) {
      forgetOthers(watched, { keys, everyMs })
      return await takeDueSamples(database.systemDb, { own: [...watched.keys()], everyMs, overdueMs, limit })
    },
    keyOf: ({ serverId }) => serverId,
    async visit(due, signal) {
      const server = watched.get(due.serverId) ?? watch(due)
      watched.set(due.serverId, server)
      try {
        await takeSample(options, server, signal)
      } catch (error) {
        // The usage meanwhile is unknown, and the worker that reaches the server next can continue.
        watched.delete(due.serverId)
        throw error
      }
    },
    // The server checks report unreachable servers.
    isExpected: (error) => error instanceof RemoteError,
  })
}

/** Forgets servers that another worker has taken over, or that were deleted. */
function forgetOthers(
  watched: Map<string, Watched>,
  { keys, everyMs }: { keys: readonly string[]; everyMs: number },
): void {
  const since = Date.now() - everyMs * 1.6
  for (const [id, { memory }] of watched)
    if (!keys.includes(id) && (memory === undefined || memory.atMs < since)) watched.delete(id)
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
  // After a longer pause, the mean over it would look like a measurement.
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
