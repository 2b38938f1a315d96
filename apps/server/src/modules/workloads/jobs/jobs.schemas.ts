/** Schemas of cron jobs. */
import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'

export const JobsPath = z.object({ id: idOf('env').describe('Environment whose cron services you want to see.') })
export const JobsQuery = z.strictObject({
  serviceId: idOf('svc').optional().describe('Return only jobs of this cron service. Default: all of them.'),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({
    description: 'Maximum number of jobs to return, from 1 to 100. Default: 20.',
    example: 20,
  }),
})
export type JobsQuery = z.output<typeof JobsQuery>

export const Job = z
  .object({
    id: idOf('run').describe('ID of this run of the cron service.'),
    serviceId: idOf('svc').describe('Cron service that the job belongs to.'),
    serviceName: z.string().meta({
      description: 'Name that the cron service has now, even if it was renamed after the job ran.',
      example: 'nightly-report',
    }),
    status: z
      .enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])
      .describe(
        '`queued`: due but not started yet. `running`: in progress. `succeeded`: exited with code 0. `failed`: see `error`. `cancelled`: stopped or skipped before it finished.',
      ),
    error: z
      .object({
        code: z.string().meta({ description: 'Stable code that programs can match on.', example: 'job_failed' }),
        message: z.string().describe('What happened, for people.'),
        exitCode: z
          .int()
          .nullable()
          .meta({ description: 'Exit code of the program; null if it didn’t exit on its own.', example: 1 }),
        logTail: z
          .string()
          .nullable()
          .describe('Last lines of its output, with secrets masked; null if there was no output.'),
      })
      .nullable()
      .describe('Why the job failed; null unless `status` is `failed`.'),
    createdAt: Time.describe('When the job became due according to its schedule.'),
    startedAt: Time.nullable().describe('When the job started; null while it’s queued.'),
    finishedAt: Time.nullable().describe('When the job ended; null until then.'),
  })
  .meta({ id: 'Job', description: 'One run of a cron service.' })
export type Job = z.output<typeof Job>

export const JobList = z
  .object({ items: z.array(Job).describe('Jobs, newest first, up to `limit`.') })
  .meta({ id: 'JobList', description: 'Latest runs of the environment’s cron services.' })
