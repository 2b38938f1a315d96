/** Messages about domains and certificates. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import {
  environmentFacts,
  fact,
  failureParts,
  type MessageParts,
  nameOf,
  optional,
  textOf,
} from './message-parts.text.ts'

export function describeCertificate(notice: NoticeOf<'certificate_expiring' | 'certificate_failed'>): MessageParts {
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
    facts: [...environmentFacts(notice), ...fact('Hostname', notice.hostname)],
  }
}

export function describeDomain(notice: NoticeOf<'domain_failed'>): MessageParts {
  const { domain } = notice
  return {
    title: `Domain ${nameOf(domain.hostname)} doesn't work`,
    ...failureParts(notice.failure),
    page: pageLinks.domain(domain.id),
    facts: [...environmentFacts(notice), ...fact('Hostname', domain.hostname)],
  }
}
