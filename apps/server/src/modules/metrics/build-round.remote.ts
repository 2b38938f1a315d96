/**
 * Computes usage from the counters of two measurements; pure. A container that started in between is counted from zero,
 * and so is a restarted one, whose counter is lower than before.
 */
import type { ContainerReading, HostReading, ServerReading } from '@longshore/remote/metrics'
import { decodeId } from '../../platform/ids/type-id.ts'
import { labelNames } from '../workloads/worker.ts'
import { containerMetrics, serverMetrics, toStoredRow } from './metric-names.policy.ts'
import type { SeriesKey } from './metrics.repository.ts'

/** State of a server that is kept between two measurements. */
export interface SampleState {
  atMs: number
  host: HostReading | undefined
  disk: ServerReading['disk']
  containers: ReadonlyMap<string, Seen>
}

type Seen = Pick<ContainerReading, 'atMs' | 'counters' | 'restarts'>

export interface FoundValues {
  key: SeriesKey
  values: number[]
}

export const serverKey: SeriesKey = { environmentId: null, serviceId: null, service: null, slot: 0 }
const servicePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export function buildRound(
  before: SampleState | undefined,
  now: ServerReading,
): { found: FoundValues[]; memory: SampleState } {
  const memory: SampleState = {
    atMs: now.atMs,
    host: now.host,
    disk: now.disk ?? before?.disk,
    containers: new Map(now.containers.map((each) => [each.id, remember(each, before?.containers.get(each.id))])),
  }
  // The first measurement only reads the counters.
  if (before === undefined) return { found: [], memory }
  const found: FoundValues[] = []
  const server = serverValues(before, memory)
  if (server !== undefined) found.push({ key: serverKey, values: toStoredRow(serverMetrics, server) })
  found.push(...containerValues(before, now.containers))
  return { found, memory }
}

function remember({ atMs, counters, restarts }: ContainerReading, before: Seen | undefined): Seen {
  return { atMs, counters, restarts: restarts ?? before?.restarts ?? null }
}

function serverValues(before: SampleState, now: SampleState): Record<string, number> | undefined {
  const [earlier, host, { disk }] = [before.host, now.host, now]
  const seconds = (now.atMs - before.atMs) / 1_000
  if (earlier === undefined || host === undefined || disk === undefined || seconds <= 0) return undefined
  const ticks = host.totalTicks - earlier.totalTicks
  // After a reboot the counters start over, so one point is omitted.
  if (ticks <= 0) return undefined
  return {
    cpuCores: (Math.max(0, host.busyTicks - earlier.busyTicks) / ticks) * host.cpus,
    cpus: host.cpus,
    memoryUsedBytes: host.memoryUsedBytes,
    memoryBytes: host.memoryBytes,
    diskUsedBytes: disk.diskBytes - disk.diskFreeBytes,
    diskBytes: disk.diskBytes,
    networkReceivedBytesPerSecond: since(earlier.receivedBytes, host.receivedBytes) / seconds,
    networkSentBytesPerSecond: since(earlier.sentBytes, host.sentBytes) / seconds,
    load: host.load,
  }
}

/** Containers of one service, such as an old and a new release, are one line. */
function containerValues(before: SampleState, containers: readonly ContainerReading[]): FoundValues[] {
  const byPlace = new Map<string, { key: SeriesKey; sum: Record<string, number> }>()
  for (const container of containers) {
    const key = keyOf(container.labels)
    if (key === undefined) continue
    const place = `${key.environmentId} ${key.serviceId} ${key.slot}`
    const values = valuesOf(container, before)
    const known = byPlace.get(place)
    if (known === undefined) byPlace.set(place, { key, sum: values })
    else for (const [name, value] of Object.entries(values)) known.sum[name] = (known.sum[name] ?? 0) + value
  }
  return [...byPlace.values()].map(({ key, sum }) => ({ key, values: toStoredRow(containerMetrics, sum) }))
}

function valuesOf(container: ContainerReading, before: SampleState): Record<string, number> {
  const earlier = before.containers.get(container.id)
  const seconds = Math.max(1, (container.atMs - (earlier?.atMs ?? before.atMs)) / 1_000)
  const rate = (name: keyof ContainerReading['counters']) =>
    since(earlier?.counters[name] ?? 0, container.counters[name]) / seconds
  return {
    cpuCores: rate('cpuNs') / 1e9,
    memoryBytes: container.memoryBytes,
    memoryLimitBytes: container.memoryLimitBytes,
    networkReceivedBytesPerSecond: rate('receivedBytes'),
    networkSentBytesPerSecond: rate('sentBytes'),
    diskReadBytesPerSecond: rate('readBytes'),
    diskWrittenBytesPerSecond: rate('writtenBytes'),
    pids: container.pids,
    restarts: restartsOf(container, earlier),
  }
}

/** The restart count of an older container that wasn't read before is unknown, so its first value doesn't count. */
function restartsOf({ restarts }: ContainerReading, earlier: Seen | undefined): number {
  if (restarts === null) return 0
  if (earlier === undefined) return restarts
  return earlier.restarts === null ? 0 : since(earlier.restarts, restarts)
}

function since(earlier: number, now: number): number {
  return now >= earlier ? now - earlier : now
}

/** Labels on a server's containers aren't trusted: only well-formed names that Longshore assigns count. */
function keyOf(labels: Readonly<Record<string, string>>): SeriesKey | undefined {
  const environmentId = decodeId('env', labels[labelNames.environment] ?? '')
  const serviceId = decodeId('svc', labels[labelNames.serviceId] ?? '')
  const service = labels[labelNames.service] ?? ''
  const slot = Number(labels[labelNames.slot] ?? 0)
  if (environmentId === undefined || serviceId === undefined || !servicePattern.test(service)) return undefined
  return Number.isInteger(slot) && slot >= 0 && slot <= 999 ? { environmentId, serviceId, service, slot } : undefined
}
