/** Messages about alerts, mostly in the alert's own words. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import { environmentFacts, fact, type MessageParts, nameOf, optional, textOf } from './message-parts.text.ts'

export function describeAlert(notice: NoticeOf<'alert_raised' | 'alert_cleared'>): MessageParts {
  const { alert, server, event } = notice
  const where = nameOf(alert.subject ?? server.name)
  const isOver = event === 'alert_cleared'
  return {
    title: `${isOver ? 'Resolved: ' : ''}${textOf(alert.title)} (${where})`,
    ...(isOver ? {} : { ...optional('cause', textOf(alert.detail)), ...optional('remedy', textOf(alert.hint)) }),
    page: pageLinks.alerts(),
    facts: [
      ...environmentFacts(notice),
      ...fact('Server', server.name),
      ...fact('About', alert.subject),
      ...fact('Since', alert.since),
    ],
  }
}
