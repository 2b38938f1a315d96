import type { MetricSeries, Server, ServerMetrics } from '@longshore/sdk'
import { readServerMetrics } from '@longshore/sdk/operations'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Plot } from '../../ui/plot.tsx'
import { factsOf } from '../../ui/plot-scale.ts'
import { previousLines } from '../../ui/previous-line.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeRangeControls } from '../../ui/time-range-controls.tsx'
import { useMetrics } from '../../ui/use-metrics.ts'
import { type TimeRange, useTimeRange } from '../../ui/use-time-range.ts'

const words = text.serverPage

export function ServerPlots({ server }: { server: Server }) {
  const time = useTimeRange()
  const isEnabled = server.detailsUpdatedAt !== null
  const { current, previous } = useMetrics(readServerMetrics, (query) => ({ id: server.id, ...query }), {
    time,
    isEnabled,
  })
  if (!isEnabled) return null
  return (
    <Card title={words.plots} note={text.plot.help} actions={<TimeRangeControls time={time} />}>
      <QueryView query={current} loading={<PlotSkeletons />}>
        {(data) => <Plots {...{ data, previous, time }} />}
      </QueryView>
    </Card>
  )
}

interface PlotsProps {
  data: ServerMetrics
  previous: ServerMetrics | undefined
  time: TimeRange
}

function Plots({ data, previous, time }: PlotsProps) {
  const { from, stepSeconds, metrics } = data
  const shared = { from, stepSeconds, group: 'server', onZoom: time.zoomTo, onReset: time.reset }
  const limit = (line: MetricSeries) => factsOf(line.values).highest ?? undefined
  const line = (label: string, { values }: MetricSeries) => ({ label, color: 'accent' as const, values })
  const before = (name: keyof ServerMetrics['metrics'], label?: string) =>
    previousLines(data, previous, {
      valuesOf: (answer) => answer.metrics[name].values,
      ...(label === undefined ? {} : { label }),
    })
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <Plot
        {...shared}
        title={words.cpu}
        lines={[line(words.cpu, metrics.cpuCores), ...before('cpuCores')]}
        limit={limit(metrics.cpus)}
        format={(value) => value.toFixed(2)}
      />
      <Plot
        {...shared}
        title={words.memory}
        lines={[line(words.used, metrics.memoryUsedBytes), ...before('memoryUsedBytes')]}
        limit={limit(metrics.memoryBytes)}
        format={formatBytes}
      />
      <Plot
        {...shared}
        title={words.disk}
        lines={[line(words.used, metrics.diskUsedBytes), ...before('diskUsedBytes')]}
        limit={limit(metrics.diskBytes)}
        format={formatBytes}
      />
      <Plot
        {...shared}
        title={words.network}
        lines={[
          line(words.received, metrics.networkReceivedBytesPerSecond),
          { ...line(words.sent, metrics.networkSentBytesPerSecond), color: 'warn' },
          ...before('networkSentBytesPerSecond', words.sentBefore),
        ]}
        format={(value) => words.perSecond(formatBytes(value))}
      />
    </div>
  )
}

function PlotSkeletons() {
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      {['cpu', 'memory', 'disk', 'network'].map((name) => (
        <Skeleton key={name} className="h-42 w-full" />
      ))}
    </div>
  )
}
