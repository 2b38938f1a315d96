/** Schemas of metrics: lines on one time grid. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { wholeNumber } from '../../platform/pagination/whole-number.schemas.ts'

const Values = z.array(z.number().nullable())
const MetricSeries = z
  .object({
    values: Values.meta({
      description:
        'One number per step: the mean of all measurements in it, or the sum for `restarts`. Null where nothing was measured.',
    }),
    maxima: Values.meta({
      description: 'Highest single measurement within each step. Null where nothing was measured.',
    }),
  })
  .meta({ id: 'MetricSeries', description: 'One metric over time, with one number per step of the requested range.' })

const ServerLines = z.object({
  cpuCores: MetricSeries.meta({ description: 'CPU cores in use. 1.5 means one and a half cores.' }),
  cpus: MetricSeries.describe('CPU cores that the server has.'),
  memoryUsedBytes: MetricSeries.describe('Main memory in use, in bytes. Caches that the kernel can free do not count.'),
  memoryBytes: MetricSeries.describe('Main memory that the server has, in bytes.'),
  diskUsedBytes: MetricSeries.meta({ description: 'Used space on the disk that holds images and volumes, in bytes.' }),
  diskBytes: MetricSeries.describe('Size of the disk that holds images and volumes, in bytes.'),
  networkReceivedBytesPerSecond: MetricSeries.describe('Incoming traffic of all network interfaces together.'),
  networkSentBytesPerSecond: MetricSeries.describe('Outgoing traffic of all network interfaces together.'),
  load: MetricSeries.meta({ description: 'Processes that run or wait for a CPU: the load average of one minute.' }),
})
const ContainerLines = z.object({
  cpuCores: MetricSeries.describe('CPU cores in use by the containers of the service. 1.5 means one and a half cores.'),
  memoryBytes: MetricSeries.meta({
    description: 'Memory in use, in bytes. Caches that the kernel can free do not count.',
  }),
  memoryLimitBytes: MetricSeries.describe('Memory that the containers can use at most, in bytes.'),
  networkReceivedBytesPerSecond: MetricSeries.describe('Incoming traffic of the containers.'),
  networkSentBytesPerSecond: MetricSeries.describe('Outgoing traffic of the containers.'),
  diskReadBytesPerSecond: MetricSeries.describe('Data that the containers read from disks.'),
  diskWrittenBytesPerSecond: MetricSeries.describe('Data that the containers write to disks.'),
  pids: MetricSeries.describe('Number of processes in the containers.'),
  restarts: MetricSeries.describe('How often containers restarted within each step.'),
})
export type MetricSeries = z.output<typeof MetricSeries>

const grid = {
  from: Time.meta({
    description: 'Start of the first step. Number n of each metric belongs to `from` + n × `stepSeconds`.',
  }),
  to: Time.describe('End of the last step.'),
  stepSeconds: z.int().describe('Length of one step in seconds. It can be longer than the `step` you requested.'),
}

export const ServerMetrics = z
  .object({ ...grid, metrics: ServerLines.describe('CPU, memory, disk, and network usage of the whole machine.') })
  .meta({ id: 'ServerMetrics', description: 'Resource usage of a server over time.' })
export type ServerMetrics = z.output<typeof ServerMetrics>

export const EnvironmentMetrics = z
  .object({
    ...grid,
    services: z
      .array(
        z.object({
          id: idOf('svc'),
          name: z.string().meta({ description: 'Name of the service within the environment.', example: 'web' }),
          containers: z.int().meta({ description: 'Number of replicas that the metrics are the sum of.' }),
          metrics: ContainerLines.describe('CPU, memory, network, and disk usage of all replicas together.'),
        }),
      )
      .describe('Services with at least one measurement in the range.'),
  })
  .meta({ id: 'EnvironmentMetrics', description: 'Resource usage of the services of an environment over time.' })
export type EnvironmentMetrics = z.output<typeof EnvironmentMetrics>

export const MetricsQuery = z.strictObject({
  from: Time.optional().meta({ description: 'Start of the range. Defaults to one hour before `to`.' }),
  to: Time.optional().meta({ description: 'End of the range. Defaults to the current time.' }),
  step: wholeNumber({ min: 5, max: 86_400 }).optional().meta({
    description:
      'Requested length of one step in seconds. Defaults to about 300 steps for the range. Longshore uses longer steps if there would be more than 1,000, or if old measurements are not kept in that detail.',
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
    .meta({
      description: 'Name of the only service to return. Without it, all services are returned.',
      example: 'web',
    }),
})
export type EnvironmentMetricsQuery = z.output<typeof EnvironmentMetricsQuery>
