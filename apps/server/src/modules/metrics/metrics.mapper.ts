/** Maps lines by metric name for responses. */
import type { Lines } from './metric-lines.policy.ts'
import type { EnvironmentMetrics, MetricSeries, ServerMetrics } from './metrics.schemas.ts'

export function serverLines(lines: Lines): ServerMetrics['metrics'] {
  return {
    cpuCores: lineOf(lines, 'cpuCores'),
    cpus: lineOf(lines, 'cpus'),
    memoryUsedBytes: lineOf(lines, 'memoryUsedBytes'),
    memoryBytes: lineOf(lines, 'memoryBytes'),
    diskUsedBytes: lineOf(lines, 'diskUsedBytes'),
    diskBytes: lineOf(lines, 'diskBytes'),
    networkReceivedBytesPerSecond: lineOf(lines, 'networkReceivedBytesPerSecond'),
    networkSentBytesPerSecond: lineOf(lines, 'networkSentBytesPerSecond'),
    load: lineOf(lines, 'load'),
  }
}

export function containerLines(lines: Lines): EnvironmentMetrics['services'][number]['metrics'] {
  return {
    cpuCores: lineOf(lines, 'cpuCores'),
    memoryBytes: lineOf(lines, 'memoryBytes'),
    memoryLimitBytes: lineOf(lines, 'memoryLimitBytes'),
    networkReceivedBytesPerSecond: lineOf(lines, 'networkReceivedBytesPerSecond'),
    networkSentBytesPerSecond: lineOf(lines, 'networkSentBytesPerSecond'),
    diskReadBytesPerSecond: lineOf(lines, 'diskReadBytesPerSecond'),
    diskWrittenBytesPerSecond: lineOf(lines, 'diskWrittenBytesPerSecond'),
    pids: lineOf(lines, 'pids'),
    restarts: lineOf(lines, 'restarts'),
  }
}

function lineOf(lines: Lines, name: string): MetricSeries {
  return lines[name] ?? { values: [], maxima: [] }
}
