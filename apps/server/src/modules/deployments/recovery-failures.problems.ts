/** Failure codes of a deployment that recovers an environment of a lost server. The environment stays where it was. */
import type { FailureTexts } from '../../platform/durable/run-failure.ts'

export const recoveryFailures = {
  backup_not_available: {
    title: 'The backup is gone',
    cause: 'The backup that the recovery chose was deleted or expired in the meantime.',
    hint: 'Start the recovery again. It chooses the newest backups.',
  },
  backup_unreadable: {
    title: "The backup can't be read",
    cause: 'The stored archive is missing, was changed, or belongs to another key.',
    hint: 'Check the storage location. Delete this backup to recover from the one before it.',
  },
  backup_version_mismatch: {
    title: 'The backup is from a newer version',
    cause: 'The backup comes from a newer database version than the one that the live version used.',
    hint: 'Delete this backup to recover from the one before it.',
  },
  restore_mismatch: {
    title: "The recovered data doesn't match the backup",
    cause: "Tables, rows, or files on the new server differ from the backup's manifest.",
    hint: "Start the recovery again. If this keeps happening, check the new server's disk.",
  },
  restore_refused: {
    title: 'The database rejected the backup',
    cause: 'The database exited with an error while loading the backup.',
    hint: 'Check the last lines of its output. If extensions are missing, the image on the new server must have them.',
  },
} as const satisfies Record<string, FailureTexts>
