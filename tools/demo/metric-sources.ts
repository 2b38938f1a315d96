/** Metric sources and their load at any time: pure functions of time, so that every resolution shows the same days. */
import { type DemoServer, servers } from './catalog.ts'
import type { Demo, PlacedService } from './demo.ts'

export interface Source {
  readonly serverId: string
  readonly environmentId: string | null
  /** Null for the server itself. */
  readonly service: PlacedService | null
  readonly slot: number
  valuesAt(at: number): Readonly<Record<string, number>>
}

/** Share of its limit that a service uses: processor at night and at noon, memory. */
const habits: Readonly<Record<string, readonly [number, number, number]>> = {
  web: [0.09, 0.32, 0.55],
  worker: [0.03, 0.11, 0.42],
  static: [0.002, 0.01, 0.18],
  postgres: [0.05, 0.17, 0.48],
  redis: [0.012, 0.06, 0.21],
}
const mib = 1_048_576

export function listSources({ serverIds, environments }: Demo): Source[] {
  const ofServers = servers.map((server, index) => ({
    serverId: serverIds.get(server.name) ?? '',
    environmentId: null,
    service: null,
    slot: 0,
    valuesAt: (at: number) => serverAt(server, at, index),
  }))
  const ofServices = environments.flatMap((environment, seed) =>
    environment.services
      .filter(({ kind }) => kind in habits)
      .flatMap((service) => {
        const { replicas = 1 } = service.configuration
        const share = environment.name === 'production' ? 1 : 0.25
        return Array.from({ length: Number(replicas) }, (_, slot) => ({
          serverId: environment.serverId,
          environmentId: environment.id,
          service,
          slot,
          valuesAt: (at: number) => serviceAt(service, at, { seed: seed * 7 + slot, share }),
        }))
      }),
  )
  return [...ofServers, ...ofServices]
}

function serverAt(server: DemoServer, at: number, seed: number): Record<string, number> {
  const busy = busynessAt(at, seed)
  const cores = server.cpus * (server.cpu[0] + server.cpu[1] * busy)
  return {
    cpuCores: cores,
    cpus: server.cpus,
    memoryUsedBytes: server.memoryBytes * (server.memory[0] + server.memory[1] * busyOf(at, 3_600, seed)),
    memoryBytes: server.memoryBytes,
    diskUsedBytes: server.diskBytes * server.disk * (1 - Math.max(0, (Date.now() / 1_000 - at) / 86_400) * 0.004),
    diskBytes: server.diskBytes,
    networkReceivedBytesPerSecond: 40_000 + 320_000 * busy,
    networkSentBytesPerSecond: 90_000 + 1_400_000 * busy,
    load: cores * 1.1,
  }
}

function serviceAt(
  { kind, configuration }: PlacedService,
  at: number,
  { seed, share }: { seed: number; share: number },
): Record<string, number> {
  const [night, noon, memory] = habits[kind] ?? [0, 0, 0]
  const busy = busynessAt(at, seed) * share
  const limit = limitOf(configuration)
  return {
    cpuCores: night + noon * busy,
    memoryBytes: limit * (memory * (0.7 + 0.3 * share) + 0.06 * busyOf(at, 1_800, seed)),
    memoryLimitBytes: limit,
    networkReceivedBytesPerSecond: 9_000 + 80_000 * busy,
    networkSentBytesPerSecond: 20_000 + 410_000 * busy,
    diskReadBytesPerSecond: 2_000 * busy,
    diskWrittenBytesPerSecond: 14_000 * busy,
    pids: 23,
    restarts: 0,
  }
}

function limitOf(configuration: Record<string, unknown>): number {
  const { resources } = configuration
  const isSet = typeof resources === 'object' && resources !== null && 'memoryBytes' in resources
  return isSet ? Number(resources.memoryBytes) : 256 * mib
}

/** Ranges from 0, at four in the morning, to about 1, at noon on a weekday, and is never smooth. */
function busynessAt(at: number, seed: number): number {
  const hour = (at / 3_600 + 1) % 24
  const day = Math.max(0, Math.sin(((hour - 5) / 18) * Math.PI)) ** 1.4
  const weekday = new Date(at * 1_000).getUTCDay()
  const week = weekday === 0 || weekday === 6 ? 0.6 : 1
  const noise = 0.75 + 0.5 * (busyOf(at, 1_100, seed) * 0.5 + noiseAt(at, seed) * 0.5)
  return Math.min(1, day * week * noise + 0.05 * noiseAt(at, seed + 1))
}

/** A slow wave without an obvious period, from 0 to 1. */
function busyOf(at: number, period: number, seed: number): number {
  const wave = Math.sin(at / period + seed) + Math.sin(at / (period * 2.7) + seed * 2) + Math.sin(at / (period * 0.43))
  return (wave + 3) / 6
}

function noiseAt(at: number, seed: number): number {
  const value = Math.sin(at * 12.9898 + seed * 78.233) * 43_758.5453
  return value - Math.floor(value)
}
