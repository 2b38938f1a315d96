import type { MetricSeries, Server, ServerMetrics } from '@longshore/sdk'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { formatBytes } from '../../ui/format.ts'
import { inputClass } from '../../ui/input-class.ts'
import { Plot } from '../../ui/plot.tsx'
import { factsOf } from '../../ui/plot-scale.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Range, ranges, useServerMetrics } from './use-server-metrics.ts'

const words = text.serverPage
const rangeNames = Object.keys(ranges).filter((name): name is Range => name in ranges)

export function ServerPlots({ server }: { server: Server }) {
  const [range, setRange] = useState<Range>('1h')
  const metrics = useServerMetrics(server.id, range, server.detailsUpdatedAt !== null)
  if (server.detailsUpdatedAt === null) return null
  const choice = (
    <select
      aria-label={words.range}
      value={range}
      onChange={(event) => setRange(rangeNames.find((each) => each === event.target.value) ?? '1h')}
      className={`${inputClass} w-auto!`}
    >
      {rangeNames.map((name) => (
        <option key={name} value={name}>
          {words.ranges[name]}
        </option>
      ))}
    </select>
  )
  return (
    <Card title={words.plots} actions={choice}>
      <QueryView query={metrics} loading={<PlotSkeletons />}>
        {(data) => <Plots data={data} />}
      </QueryView>
    </Card>
  )
}

function Plots({ data: { from, stepSeconds, metrics } }: { data: ServerMetrics }) {
  const grid = { from, stepSeconds }
  const limit = (line: MetricSeries) => factsOf(line.values).highest ?? undefined
  const line = (label: string, { values }: MetricSeries) => ({ label, color: 'accent' as const, values })
  const rate = (value: number) => words.perSecond(formatBytes(value))
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <Plot
        {...grid}
        title={words.cpu}
        lines={[line(words.cpu, metrics.cpuCores)]}
        limit={limit(metrics.cpus)}
        format={(value) => value.toFixed(2)}
      />
      <Plot
        {...grid}
        title={words.memory}
        lines={[line(words.used, metrics.memoryUsedBytes)]}
        limit={limit(metrics.memoryBytes)}
        format={formatBytes}
      />
      <Plot
        {...grid}
        title={words.disk}
        lines={[line(words.used, metrics.diskUsedBytes)]}
        limit={limit(metrics.diskBytes)}
        format={formatBytes}
      />
      <Plot
        {...grid}
        title={words.network}
        lines={[
          line(words.received, metrics.networkReceivedBytesPerSecond),
          { ...line(words.sent, metrics.networkSentBytesPerSecond), color: 'warn' },
        ]}
        format={rate}
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
