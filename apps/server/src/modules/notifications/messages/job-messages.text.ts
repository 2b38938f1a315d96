/** Messages about jobs of cron services. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import { environmentFacts, environmentOf, fact, failureParts, type MessageParts, nameOf } from './message-parts.text.ts'

export function describeJob(notice: NoticeOf<'job_failed'>): MessageParts {
  const { job, environment } = notice
  return {
    title: `Job ${nameOf(job.service)} in ${environmentOf(notice)} failed`,
    ...failureParts(notice.failure),
    page: pageLinks.environment(environment.id),
    facts: [
      ...environmentFacts(notice),
      ...fact('Service', job.service),
      ...fact('Exit code', job.exitCode === null ? null : String(job.exitCode)),
      ...fact('Last lines', job.lastLines === '' ? null : job.lastLines),
    ],
  }
}
