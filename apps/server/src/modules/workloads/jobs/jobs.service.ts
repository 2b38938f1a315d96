/** Lists the jobs of an environment's cron services with their results. */
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { subjectKey } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { listServices, requireEnvironment } from '../../environments/index.ts'
import { runCron } from './jobs.references.ts'
import { type JobRow, listJobs } from './jobs.repository.ts'
import type { Job, JobsQuery } from './jobs.schemas.ts'

export interface JobsService {
  list(actor: Actor, id: Id<'env'>, query: JobsQuery): Promise<{ items: Job[] }>
}

export function createJobsService({ database }: { database: Database }): JobsService {
  return {
    async list({ organizationId }, id, { serviceId, limit }) {
      return await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        const services = await listServices(tx, organizationId, [id])
        const jobs = services.filter(
          (each) => each.kind === 'cron' && (serviceId === undefined || each.id === serviceId),
        )
        const nameOf = new Map(jobs.map((each) => [each.id, each.name]))
        const keys = [...nameOf.keys()].map((each) => subjectKey(runCron, each))
        const rows = await listJobs(tx, organizationId, { keys, limit })
        return { items: rows.map((row) => toJob(row, nameOf.get(row.serviceId) ?? '')) }
      })
    },
  }
}

const StoredError = z.object({
  code: z.string(),
  message: z.string(),
  details: z.object({ exitCode: z.int().optional(), logTail: z.string().optional() }).optional(),
})

const shownAs: Readonly<Record<string, Job['status']>> = { cancelling: 'running', superseded: 'cancelled' }

function toJob({ error, status, ...row }: JobRow, serviceName: string): Job {
  const failure = status === 'failed' ? StoredError.safeParse(error).data : undefined
  const { exitCode = null, logTail = null } = failure?.details ?? {}
  return {
    ...row,
    serviceName,
    status: shownAs[status] ?? z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']).parse(status),
    error: failure === undefined ? null : { code: failure.code, message: failure.message, exitCode, logTail },
  }
}
