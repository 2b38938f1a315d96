/**
 * Reads the resource usage of containers from the Engine: one request per container, concurrently, and without the
 * second that the Engine would otherwise wait to calculate a difference.
 */
import { z } from 'zod'
import { EngineError } from '../docker/engine-error.ts'
import type { EngineConnection } from '../docker/engine-http.ts'
import { createEngine, type Engine } from '../docker/index.ts'
import { filtersOf } from '../docker/ownership.ts'

export interface ContainerReading {
  id: string
  labels: Readonly<Record<string, string>>
  isRestarting: boolean
  /** Number of restarts since its creation; null if it has been running for a while and wasn't inspected. */
  restarts: number | null
  /** Time on the server's clock. */
  atMs: number
  /** Counters since the start of the program. */
  counters: { cpuNs: number; receivedBytes: number; sentBytes: number; readBytes: number; writtenBytes: number }
  memoryBytes: number
  memoryLimitBytes: number
  pids: number
}

export interface ReadLimits {
  instance: string
  signal: AbortSignal
  deadlineMs: number
}

const maxContainers = 1_000
const maxInspected = 25
const maxResponseBytes = 65_536

const Count = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER).catch(0)
const Stats = z.object({
  read: z.string(),
  pids_stats: z.object({ current: Count.optional() }).nullish(),
  blkio_stats: z
    .object({ io_service_bytes_recursive: z.array(z.object({ op: z.string(), value: Count })).nullish() })
    .nullish(),
  cpu_stats: z.object({ cpu_usage: z.object({ total_usage: Count }) }),
  memory_stats: z
    .object({
      usage: Count.optional(),
      limit: Count.optional(),
      stats: z.object({ inactive_file: Count.optional(), total_inactive_file: Count.optional() }).nullish(),
    })
    .nullish(),
  networks: z.record(z.string(), z.object({ rx_bytes: Count, tx_bytes: Count })).nullish(),
})
type Stats = z.output<typeof Stats>
type Listed = Awaited<ReturnType<Engine['listContainers']>>[number]

/** Containers of this instance that run or are about to restart. */
export async function readContainers(connection: EngineConnection, limits: ReadLimits): Promise<ContainerReading[]> {
  const engine = createEngine(connection)
  const { instance, ...call } = limits
  const listed = (await engine.listContainers({ ...call, filters: filtersOf(instance, {}) })).slice(0, maxContainers)
  const young = new Set(listed.filter(isYoung).slice(0, maxInspected))
  const readings = await Promise.all(
    listed.map(async (each) => {
      const [stats, restarts] = await Promise.all([
        readStats(engine, each.Id, call),
        young.has(each) ? readRestarts(engine, each.Id, call) : null,
      ])
      return stats === undefined ? undefined : toReading(each, stats, restarts)
    }),
  )
  return readings.filter((each) => each !== undefined)
}

/**
 * A container that has run for a minute wasn't just restarted; inspecting each one every time would double the cost.
 */
function isYoung({ State, Status }: Listed): boolean {
  return State === 'restarting' || /^Up (?:Less than a|\d{1,2}) second/.test(Status)
}

type Call = Omit<ReadLimits, 'instance'>

async function readStats(engine: Engine, id: string, call: Call): Promise<Stats | undefined> {
  const query = { stream: false, 'one-shot': true }
  const request = {
    ...call,
    method: 'GET',
    path: ['containers', id, 'stats'],
    query,
    maxBytes: maxResponseBytes,
  } as const
  return await engine.http.read(Stats, request).catch(ignoreGone)
}

async function readRestarts(engine: Engine, id: string, call: Call): Promise<number | null> {
  const details = await engine.inspectContainer(id, call).catch(ignoreGone)
  return details?.RestartCount ?? null
}

/** The container ended between the list and the request. */
function ignoreGone(error: unknown): undefined {
  if (!(error instanceof EngineError)) throw error
}

function toReading({ Id, Labels, State }: Listed, stats: Stats, restarts: number | null): ContainerReading {
  const networks = Object.values(stats.networks ?? {})
  const blocks = stats.blkio_stats?.io_service_bytes_recursive ?? []
  const memory = stats.memory_stats
  const cache = memory?.stats?.total_inactive_file ?? memory?.stats?.inactive_file ?? 0
  return {
    id: Id,
    labels: Labels,
    isRestarting: State === 'restarting',
    restarts,
    atMs: Date.parse(stats.read) || Date.now(),
    counters: {
      cpuNs: stats.cpu_stats.cpu_usage.total_usage,
      receivedBytes: sum(networks.map((each) => each.rx_bytes)),
      sentBytes: sum(networks.map((each) => each.tx_bytes)),
      readBytes: sum(blocks.filter(({ op }) => op.toLowerCase() === 'read').map((each) => each.value)),
      writtenBytes: sum(blocks.filter(({ op }) => op.toLowerCase() === 'write').map((each) => each.value)),
    },
    // Memory that the kernel can reclaim at once isn't counted as used; `docker stats` does the same.
    memoryBytes: Math.max(0, (memory?.usage ?? 0) - cache),
    memoryLimitBytes: memory?.limit ?? 0,
    pids: stats.pids_stats?.current ?? 0,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0)
}
