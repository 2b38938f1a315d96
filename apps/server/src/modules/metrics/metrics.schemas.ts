/** Shapes of metrics: lines over one grid of time. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { wholeNumber } from '../../platform/pagination/whole-number.schemas.ts'

const Values = z.array(z.number().nullable())
const MetricLine = z
  .object({
    values: Values.meta({
      description: 'Means within each step; null where nothing was measured. Of restarts their number.',
    }),
    maxima: Values.meta({ description: 'The highest single measurement within each step.' }),
  })
  .meta({ id: 'MetricLine' })

const ServerLines = z.object({
  cpuCores: MetricLine.meta({ description: 'Processors in use: 1.5 is one and a half of them.' }),
  cpus: MetricLine,
  memoryUsedBytes: MetricLine,
  memoryBytes: MetricLine,
  diskUsedBytes: MetricLine.meta({ description: 'Of the disk that holds images and containers.' }),
  diskBytes: MetricLine,
  networkReceivedBytesPerSecond: MetricLine,
  networkSentBytesPerSecond: MetricLine,
  load: MetricLine.meta({ description: 'Processes that run or wait, mean of a minute.' }),
})
const ContainerLines = z.object({
  cpuCores: MetricLine,
  memoryBytes: MetricLine.meta({ description: 'Without what the kernel would give back at once.' }),
  memoryLimitBytes: MetricLine,
  networkReceivedBytesPerSecond: MetricLine,
  networkSentBytesPerSecond: MetricLine,
  diskReadBytesPerSecond: MetricLine,
  diskWrittenBytesPerSecond: MetricLine,
  pids: MetricLine,
  restarts: MetricLine,
})
export type MetricLine = z.output<typeof MetricLine>

const grid = {
  from: Time.meta({ description: 'Of the first step. The time of value n is from + n × stepSeconds.' }),
  to: Time,
  stepSeconds: z.int(),
}

export const ServerMetrics = z.object({ ...grid, metrics: ServerLines }).meta({ id: 'ServerMetrics' })
export type ServerMetrics = z.output<typeof ServerMetrics>

export const EnvironmentMetrics = z
  .object({
    ...grid,
    services: z.array(
      z.object({
        id: idOf('svc'),
        name: z.string(),
        containers: z.int().meta({ description: 'Places whose containers the lines are the sum of.' }),
        metrics: ContainerLines,
      }),
    ),
  })
  .meta({ id: 'EnvironmentMetrics' })
export type EnvironmentMetrics = z.output<typeof EnvironmentMetrics>

export const MetricsQuery = z.strictObject({
  from: Time.optional().meta({ description: 'Default: an hour before `to`.' }),
  to: Time.optional().meta({ description: 'Default: now.' }),
  step: wholeNumber({ min: 5, max: 86_400 }).optional().meta({
    description:
      'Seconds. Default: such that there are about 300 values. It becomes longer when there would be more than 1,000, or when nothing that old is kept so finely.',
    example: 60,
  }),
})
export type MetricsQuery = z.output<typeof MetricsQuery>

export const EnvironmentMetricsQuery = MetricsQuery.extend({
  service: z
    .string()
    .max(63)
    .regex(/^[a-z0-9-]{1,63}$/)
    .optional()
    .meta({ description: 'Only this service.', example: 'web' }),
})
export type EnvironmentMetricsQuery = z.output<typeof EnvironmentMetricsQuery>
