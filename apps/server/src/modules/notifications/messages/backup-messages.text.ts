/** Messages about backups, their verification, and restores. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import {
  durationOf,
  environmentFacts,
  environmentOf,
  fact,
  failureParts,
  type MessageParts,
  nameOf,
  optional,
  textOf,
} from './message-parts.text.ts'

type BackupNotice = NoticeOf<'backup_failed' | 'backup_proven' | 'backup_proof_failed'>
type RestoreNotice = NoticeOf<'restore_succeeded' | 'restore_failed'>

export function describeBackup(notice: BackupNotice): MessageParts {
  const { backup, environment } = notice
  const what = `of ${nameOf(backup.service)} in ${environmentOf(notice)}`
  const saying: Pick<MessageParts, 'title' | 'cause' | 'remedy'> =
    notice.event === 'backup_failed'
      ? { title: `Backup ${what} failed`, ...failureParts(notice.failure) }
      : notice.event === 'backup_proven'
        ? {
            title: `Backup ${what} was restored in a test`,
            cause: `Everything was restored: ${notice.tables} tables, ${notice.rows} rows.`,
          }
        : {
            title: `Backup ${what} can't be trusted`,
            ...optional('cause', textOf("A restore test didn't return the saved data:", notice.differences.join('; '))),
            remedy: 'Back up again now, and keep older backups until a restore test passes.',
          }
  return {
    ...saying,
    page: pageLinks.backups(environment.id),
    facts: [
      ...environmentFacts(notice),
      ...fact('Service', backup.service),
      ...fact('Volume', backup.volume),
      ...fact('Kind', backup.kind),
    ],
  }
}

export function describeMissingBackup(notice: NoticeOf<'backup_missing'>): MessageParts {
  return {
    title: `${nameOf(notice.service)} in ${environmentOf(notice)} has no recent backup`,
    ...optional('cause', textOf(notice.detail)),
    remedy: 'Check why the last backups failed, or change the backup schedule.',
    page: pageLinks.backups(notice.environment.id),
    facts: [...environmentFacts(notice), ...fact('Service', notice.service)],
  }
}

export function describeRestore(notice: RestoreNotice): MessageParts {
  const { restore, environment } = notice
  const what = restore.source === 'import' ? 'Import into' : 'Restore of'
  const title = `${what} ${nameOf(restore.service)} in ${environmentOf(notice)}`
  return {
    ...(notice.event === 'restore_failed'
      ? { title: `${title} failed`, ...failureParts(notice.failure) }
      : { title: `${title} is complete` }),
    page: pageLinks.backups(environment.id),
    facts: [
      ...environmentFacts(notice),
      ...fact('Service', restore.service),
      ...fact('Duration', restore.durationMs === null ? null : durationOf(restore.durationMs)),
    ],
  }
}

export function describeRecovery(notice: NoticeOf<'drill_failed' | 'recovery_target_missed'>): MessageParts {
  const common = { page: pageLinks.backups(notice.environment.id), facts: environmentFacts(notice) }
  if (notice.event === 'drill_failed')
    return {
      title: `The recovery drill of ${environmentOf(notice)} failed`,
      ...failureParts(notice.failure),
      ...common,
    }
  return {
    title: `A recovery of ${environmentOf(notice)} would miss its target`,
    ...optional('cause', textOf(notice.detail)),
    remedy: 'Back up more often, use a faster server for the recovery, or change the target.',
    ...common,
  }
}
