/** Charts of an environment or of one of its services, with its deployments. */
import type { Environment, EnvironmentMetrics } from '@longshore/sdk'
import { listDeployments, readEnvironmentMetrics } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Plot } from '../../ui/plot.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeRangeControls } from '../../ui/time-range-controls.tsx'
import { useMetrics } from '../../ui/use-metrics.ts'
import { type TimeRange, useTimeRange } from '../../ui/use-time-range.ts'
import { type DeploymentMark, deploymentMarks } from './deployment-markers.ts'
import { limitOf } from './metric-values.ts'
import { networkLines, usageLines } from './usage-lines.ts'

/** Enough for a month of daily deployments. */
const marksAtMost = 100

export interface UsageCardProps {
  environment: Environment
  /** Name of the only service to show. */
  service?: string
}

export function UsageCard({ environment, service }: UsageCardProps) {
  const words = text.usage
  const time = useTimeRange()
  const { id } = environment
  const { current, previous } = useMetrics(
    readEnvironmentMetrics,
    (query) => ({ id, ...query, ...(service === undefined ? {} : { service }) }),
    { time },
  )
  const { items } = useList(listDeployments, { id, limit: marksAtMost })
  const marks = deploymentMarks(items, time.span)
  return (
    <Card title={words.title} note={text.plot.help} actions={<TimeRangeControls time={time} />}>
      <QueryView query={current} loading={<Loading />}>
        {(data) => <Plots {...{ data, previous, time, marks }} isOneService={service !== undefined} />}
      </QueryView>
      <Marks marks={marks} />
    </Card>
  )
}

interface PlotsProps {
  data: EnvironmentMetrics
  previous: EnvironmentMetrics | undefined
  time: TimeRange
  marks: readonly DeploymentMark[]
  isOneService: boolean
}

function Plots({ data, previous, time, marks, isOneService }: PlotsProps) {
  const words = text.usage
  const { from, stepSeconds } = data
  const markers = marks.map(({ atSeconds, label, detail, isBad }) => ({ atSeconds, label, detail, isBad }))
  const shared = { from, stepSeconds, markers, group: 'usage', onZoom: time.zoomTo, onReset: time.reset }
  const limit = isOneService ? limitOf(data.services[0]?.metrics.memoryLimitBytes.values ?? []) : null
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2 2xl:grid-cols-3">
      <Plot
        {...shared}
        title={words.cpu}
        lines={usageLines(data, previous, 'cpuCores')}
        format={(value) => value.toFixed(2)}
      />
      <Plot
        {...shared}
        title={limit === null || limit === 0 ? words.memory : words.memoryOf(formatBytes(limit))}
        lines={usageLines(data, previous, 'memoryBytes')}
        format={formatBytes}
      />
      <Plot
        {...shared}
        className="md:max-2xl:col-span-2"
        title={words.network}
        lines={networkLines(data, previous)}
        format={(value) => words.perSecond(formatBytes(value))}
      />
    </div>
  )
}

/** The same deployments as the vertical lines, for the keyboard and for screen readers. */
function Marks({ marks }: { marks: readonly DeploymentMark[] }) {
  if (marks.length === 0) return null
  return (
    <div className="mt-4 flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line pt-3 text-xs">
      <h3 className="text-ink-soft">{text.plot.deploymentsInRange}</h3>
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {marks.map(({ deployment, label, detail, isBad }) => (
          <li key={deployment.id}>
            <Link
              to={paths.deployment(deployment.environmentId, deployment.id)}
              title={detail}
              className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
            >
              {isBad === true ? text.usage.failedMark(label) : label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2 2xl:grid-cols-3">
      {['cpu', 'memory', 'network'].map((name) => (
        <Skeleton key={name} className="h-42 w-full" />
      ))}
    </div>
  )
}
