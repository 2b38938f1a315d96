/** What is said about backups, their proofs and restores. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import {
  durationOf,
  fact,
  failureParts,
  nameOf,
  optional,
  placeFacts,
  placeOf,
  type Saying,
  textOf,
} from './message-parts.ts'

type BackupNotice = NoticeOf<'backup_failed' | 'backup_proven' | 'backup_proof_failed'>
type RestoreNotice = NoticeOf<'restore_succeeded' | 'restore_failed'>

export function sayBackup(notice: BackupNotice): Saying {
  const { backup, environment } = notice
  const what = `of ${nameOf(backup.service)} in ${placeOf(notice)}`
  const saying: Pick<Saying, 'title' | 'cause' | 'remedy'> =
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
      ...placeFacts(notice),
      ...fact('Service', backup.service),
      ...fact('Volume', backup.volume),
      ...fact('Kind', backup.kind),
    ],
  }
}

export function sayMissingBackup(notice: NoticeOf<'backup_missing'>): Saying {
  return {
    title: `${nameOf(notice.service)} in ${placeOf(notice)} has no recent backup`,
    ...optional('cause', textOf(notice.detail)),
    remedy: 'Check why the last backups failed, or change the backup schedule.',
    page: pageLinks.backups(notice.environment.id),
    facts: [...placeFacts(notice), ...fact('Service', notice.service)],
  }
}

export function sayRestore(notice: RestoreNotice): Saying {
  const { restore, environment } = notice
  const what = restore.source === 'import' ? 'Import into' : 'Restore of'
  const title = `${what} ${nameOf(restore.service)} in ${placeOf(notice)}`
  return {
    ...(notice.event === 'restore_failed'
      ? { title: `${title} failed`, ...failureParts(notice.failure) }
      : { title: `${title} is complete` }),
    page: pageLinks.backups(environment.id),
    facts: [
      ...placeFacts(notice),
      ...fact('Service', restore.service),
      ...fact('Duration', restore.durationMs === null ? null : durationOf(restore.durationMs)),
    ],
  }
}
