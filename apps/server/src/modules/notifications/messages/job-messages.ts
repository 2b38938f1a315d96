/** What is said about jobs of cron services. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import { fact, failureParts, nameOf, placeFacts, placeOf, type Saying } from './message-parts.ts'

export function sayJob(notice: NoticeOf<'job_failed'>): Saying {
  const { job, environment } = notice
  return {
    title: `Job ${nameOf(job.service)} in ${placeOf(notice)} failed`,
    ...failureParts(notice.failure),
    page: pageLinks.environment(environment.id),
    facts: [
      ...placeFacts(notice),
      ...fact('Service', job.service),
      ...fact('Exit code', job.exitCode === null ? null : String(job.exitCode)),
      ...fact('Last lines', job.lastLines === '' ? null : job.lastLines),
    ],
  }
}
