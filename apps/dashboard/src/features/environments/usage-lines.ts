/** Lines of an environment's charts: one for each service, or the total of all of them. */
import type { EnvironmentMetrics } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { type PlotLine, seriesColors } from '../../ui/plot-scale.ts'
import { previousLines } from '../../ui/previous-line.ts'

export type MetricName = keyof EnvironmentMetrics['services'][number]['metrics']

type Values = readonly (number | null)[]

/** Null where no service was measured. */
export function totalValues(metrics: EnvironmentMetrics, name: MetricName): (number | null)[] {
  const all: Values[] = metrics.services.map((service) => service.metrics[name].values)
  const longest = Math.max(0, ...all.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => {
    const measured = all.map((values) => values[index] ?? null).filter((value) => value !== null)
    return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0)
  })
}

/**
 * One line per service. With more services than colors the smallest ones would be hard to tell apart, and while two ranges are
 * compared each service would need two lines: both show the total instead.
 */
export function usageLines(
  current: EnvironmentMetrics,
  previous: EnvironmentMetrics | undefined,
  name: MetricName,
): PlotLine[] {
  const [only] = current.services
  if (previous === undefined && current.services.length <= seriesColors.length)
    return current.services.map((service, index) => ({
      label: service.name,
      color: seriesColors[index] ?? 'ink-faint',
      values: service.metrics[name].values,
    }))
  const label = current.services.length === 1 && only !== undefined ? only.name : text.usage.total
  return [
    { label, color: 'series-1', values: totalValues(current, name) },
    ...previousLines(current, previous, { valuesOf: (answer) => totalValues(answer, name) }),
  ]
}

/** Incoming and outgoing traffic of all services together. */
export function networkLines(current: EnvironmentMetrics, previous: EnvironmentMetrics | undefined): PlotLine[] {
  const words = text.usage
  return [
    { label: words.received, color: 'series-1', values: totalValues(current, 'networkReceivedBytesPerSecond') },
    { label: words.sent, color: 'series-2', values: totalValues(current, 'networkSentBytesPerSecond') },
    ...previousLines(current, previous, {
      valuesOf: (answer) => totalValues(answer, 'networkSentBytesPerSecond'),
      label: words.sentBefore,
    }),
  ]
}
