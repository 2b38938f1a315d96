/** What is said about Longshore itself. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import { fact, nameOf, optional, type Saying, textOf } from './message-parts.ts'

export function sayVersion({ version, currentVersion, url }: NoticeOf<'version_available'>): Saying {
  return {
    title: `Longshore ${nameOf(version)} is available`,
    remedy: 'Make a backup of the instance, then update.',
    page: pageLinks.instance(),
    facts: [...fact('Running', currentVersion), ...fact('What is new', url)],
  }
}

export function sayMissingInstanceBackup(notice: NoticeOf<'instance_backup_missing'>): Saying {
  return {
    title: 'Longshore has no recent backup of itself',
    ...optional('cause', textOf(notice.detail)),
    remedy: 'Look at the page of the instance, or run the command "backup" of the server on its machine to see why.',
    page: pageLinks.instance(),
    facts: fact('Last one', notice.lastSucceededAt ?? 'never'),
  }
}

export function sayConnector({ connector, reason, retryAt }: NoticeOf<'connector_failing'>): Saying {
  return {
    title: `Notices no longer arrive by ${nameOf(connector.name)} (${nameOf(connector.kind)})`,
    ...optional('cause', textOf(reason)),
    remedy: 'Test the connector and correct its settings. What was missed can be sent again from its deliveries.',
    page: pageLinks.connector(connector.id),
    facts: fact('Next try', retryAt),
  }
}
