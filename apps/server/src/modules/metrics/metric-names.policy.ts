/** Metrics in storage order; pure. Add new ones at the end, because older blocks don't have them. */

export interface MetricDefinition {
  readonly name: string
  /** Value of one stored step: values are stored as integers. */
  readonly unit: number
  /** How values of one series are aggregated over a longer time. */
  readonly over: 'mean' | 'sum'
}

const rate = (name: string) => ({ name, unit: 1, over: 'mean' }) as const

export const serverMetrics = [
  { name: 'cpuCores', unit: 0.001, over: 'mean' },
  { name: 'cpus', unit: 1, over: 'mean' },
  { name: 'memoryUsedBytes', unit: 1_024, over: 'mean' },
  { name: 'memoryBytes', unit: 1_024, over: 'mean' },
  { name: 'diskUsedBytes', unit: 1_024, over: 'mean' },
  { name: 'diskBytes', unit: 1_024, over: 'mean' },
  rate('networkReceivedBytesPerSecond'),
  rate('networkSentBytesPerSecond'),
  { name: 'load', unit: 0.01, over: 'mean' },
] as const satisfies readonly MetricDefinition[]

export const containerMetrics = [
  { name: 'cpuCores', unit: 0.001, over: 'mean' },
  { name: 'memoryBytes', unit: 1_024, over: 'mean' },
  { name: 'memoryLimitBytes', unit: 1_024, over: 'mean' },
  rate('networkReceivedBytesPerSecond'),
  rate('networkSentBytesPerSecond'),
  rate('diskReadBytesPerSecond'),
  rate('diskWrittenBytesPerSecond'),
  { name: 'pids', unit: 1, over: 'mean' },
  { name: 'restarts', unit: 1, over: 'sum' },
] as const satisfies readonly MetricDefinition[]

/** Converts to the stored form: a non-negative integer within the range of our varint. */
export function toStored(value: number, { unit }: MetricDefinition): number {
  const steps = Math.round(value / unit)
  return Number.isFinite(steps) ? Math.min(Math.max(0, steps), 2 ** 50) : 0
}

export function toStoredRow(
  definitions: readonly MetricDefinition[],
  values: Readonly<Record<string, number>>,
): number[] {
  return definitions.map((each) => toStored(values[each.name] ?? 0, each))
}
