/** Shapes of the jobs of cron services. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'

export const JobsPath = z.object({ id: idOf('env') })
export const JobsQuery = z.strictObject({
  serviceId: idOf('svc').optional().meta({ description: 'Only jobs of this cron service.' }),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Number of jobs.', example: 20 }),
})
export type JobsQuery = z.output<typeof JobsQuery>

export const Job = z
  .object({
    id: idOf('run'),
    serviceId: idOf('svc'),
    serviceName: z.string().meta({ example: 'nightly-report' }),
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
    error: z
      .object({
        code: z.string().meta({ example: 'job_failed' }),
        message: z.string(),
        exitCode: z.int().nullable(),
        logTail: z.string().nullable().meta({ description: 'Last lines of its output, with secrets masked.' }),
      })
      .nullable()
      .meta({ description: 'Null unless it failed.' }),
    createdAt: Time,
    startedAt: Time.nullable(),
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'Job' })
export type Job = z.output<typeof Job>

export const JobList = z.object({ items: z.array(Job) }).meta({ id: 'JobList' })
