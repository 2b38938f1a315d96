/** What is said about domains and certificates. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import { fact, failureParts, nameOf, optional, placeFacts, type Saying, textOf } from './message-parts.ts'

export function sayCertificate(notice: NoticeOf<'certificate_expiring' | 'certificate_failed'>): Saying {
  const name = nameOf(notice.hostname)
  const saying =
    notice.event === 'certificate_failed'
      ? { title: `Couldn't get a certificate for ${name}`, ...failureParts(notice.failure) }
      : {
          title: `The certificate for ${name} expires soon`,
          ...optional('cause', textOf(notice.detail)),
          ...optional('remedy', textOf(notice.hint)),
        }
  return {
    ...saying,
    page: pageLinks.environmentDomains(notice.environment.id),
    facts: [...placeFacts(notice), ...fact('Hostname', notice.hostname)],
  }
}

export function sayDomain(notice: NoticeOf<'domain_failed'>): Saying {
  const { domain } = notice
  return {
    title: `Domain ${nameOf(domain.hostname)} doesn't work`,
    ...failureParts(notice.failure),
    page: pageLinks.domain(domain.id),
    facts: [...placeFacts(notice), ...fact('Hostname', domain.hostname)],
  }
}
