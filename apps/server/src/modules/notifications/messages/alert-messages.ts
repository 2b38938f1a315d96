/** What is said about alerts. Their own words say most of it. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import { fact, nameOf, optional, placeFacts, type Saying, textOf } from './message-parts.ts'

export function sayAlert(notice: NoticeOf<'alert_raised' | 'alert_cleared'>): Saying {
  const { alert, server, event } = notice
  const where = nameOf(alert.subject ?? server.name)
  const isOver = event === 'alert_cleared'
  return {
    title: `${isOver ? 'Resolved: ' : ''}${textOf(alert.title)} (${where})`,
    ...(isOver ? {} : { ...optional('cause', textOf(alert.detail)), ...optional('remedy', textOf(alert.hint)) }),
    page: pageLinks.alerts(),
    facts: [
      ...placeFacts(notice),
      ...fact('Server', server.name),
      ...fact('About', alert.subject),
      ...fact('Since', alert.since),
    ],
  }
}
