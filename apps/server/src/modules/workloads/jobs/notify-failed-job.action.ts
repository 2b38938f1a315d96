/**
 * Sends one notification about failed cron jobs of a service until one succeeds again, with the last lines of output.
 */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { RunError } from '../../../platform/durable/permanent-error.ts'
import { subjectKey } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { findEnvironmentState, listServices, publishEnvironmentUpdated } from '../../environments/index.ts'
import { publishEnvironmentNotice } from '../../notices/index.ts'
import { runCron } from './jobs.references.ts'
import { findLastGoodJob } from './jobs.repository.ts'

const shownLines = 20
const shownLength = 2_000

export interface FailedJob {
  runId: Id<'run'>
  environmentId: Id<'env'>
  serviceId: Id<'svc'>
  error: RunError | null
}

/** Publishes events, so call it last. */
export async function notifyFailedJob(tx: Tx, organizationId: OrganizationId, job: FailedJob): Promise<void> {
  const { runId, environmentId, serviceId, error } = job
  const state = await findEnvironmentState(tx, organizationId, environmentId)
  if (state === undefined) return
  const services = await listServices(tx, organizationId, [environmentId])
  const service = services.find(({ id }) => id === serviceId)?.name ?? 'job'
  const { code = 'job_failed', message = `The job ${service} failed.` } = error ?? {}
  const lastLines = (error?.details?.logTail ?? '')
    .trimEnd()
    .split('\n')
    .slice(-shownLines)
    .join('\n')
    .slice(-shownLength)
  const since = (await findLastGoodJob(tx, organizationId, subjectKey(runCron, serviceId))) ?? 'never'
  await publishEnvironmentNotice(tx, organizationId, {
    environmentId,
    causeKey: `job_failed:${serviceId}:${since}`,
    payload: (place) => ({
      event: 'job_failed',
      ...place,
      job: { id: encodeId('run', runId), service, exitCode: error?.details?.exitCode ?? null, lastLines },
      failure: { code, title: 'The job failed', detail: message, hint: error?.hint ?? defaultHint },
    }),
  })
  const detail = { code, message, serviceId: encodeId('svc', serviceId), jobId: encodeId('run', runId), lastLines }
  await publishEnvironmentUpdated(tx, organizationId, { ...state, action: 'job_failed', detail })
}

const defaultHint = 'Check the last lines of its output. The job runs again at its next scheduled time.'
