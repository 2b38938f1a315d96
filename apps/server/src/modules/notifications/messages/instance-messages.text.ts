/** Messages about Longshore itself. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import { fact, type MessageParts, nameOf, optional, textOf } from './message-parts.text.ts'

export function describeVersion({ version, currentVersion, url }: NoticeOf<'version_available'>): MessageParts {
  return {
    title: `Longshore ${nameOf(version)} is available`,
    remedy: 'Back up the instance, then upgrade.',
    page: pageLinks.instance(),
    facts: [...fact('Running', currentVersion), ...fact('Release notes', url)],
  }
}

export function describeMissingInstanceBackup(notice: NoticeOf<'instance_backup_missing'>): MessageParts {
  return {
    title: 'The instance has no recent backup',
    ...optional('cause', textOf(notice.detail)),
    remedy: 'Open the Instance page, or run the server command "backup" on the machine to see why.',
    page: pageLinks.instance(),
    facts: fact('Last backup', notice.lastSucceededAt ?? 'never'),
  }
}

export function describeConnector({ connector, reason, retryAt }: NoticeOf<'connector_failing'>): MessageParts {
  return {
    title: `Notifications no longer arrive through ${nameOf(connector.name)} (${nameOf(connector.kind)})`,
    ...optional('cause', textOf(reason)),
    remedy: 'Test the channel and fix its settings. You can resend missed messages from its delivery log.',
    page: pageLinks.connector(connector.id),
    facts: fact('Next attempt', retryAt),
  }
}
