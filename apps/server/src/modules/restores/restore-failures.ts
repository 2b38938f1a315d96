/** Ways in which restores and imports fail on the way, with a title and a remedy for those that bring none of their own. */
import type { RunError } from '../../platform/durable/permanent-error.ts'
import { type FailureWords, toRunFailure } from '../../platform/durable/run-failure.ts'
import type { RestoreError } from './restores.schemas.ts'

export const restoreFailures = {
  backup_unreadable: {
    title: 'The backup cannot be read',
    cause: 'The stored archive is gone, was changed, or belongs to another key.',
    hint: 'Choose another backup: GET /environments/:id/backups lists them, newest first; provenAt says which were tried.',
  },
  backup_version_mismatch: {
    title: 'The backup is of another version',
    cause: 'The backup is of a newer version of the engine than the database runs.',
    hint: 'Restore with target newService: the new database has the version of the backup.',
  },
  safety_backup_failed: {
    title: 'The backup of what is there failed',
    cause: 'Before a restore the data that it replaces is backed up, and that did not succeed.',
    hint: 'Look at that backup. For a database that cannot be read any more, send safetyBackup: false; its volume is kept anyway.',
  },
  not_enough_disk: {
    title: 'The server has too little room',
    cause: 'The restored copy and what is there now have to fit on the disk of the server beside each other.',
    hint: 'Free disk on the server, confirm older restores so that their old volumes go, or use a larger disk.',
  },
  not_enough_memory: {
    title: 'The server has too little memory',
    cause: 'The copy needs a database of its own for a while.',
    hint: 'Stop something on the server or use a larger one.',
  },
  restore_refused: {
    title: 'The database refused the dump',
    cause: 'The engine ended with an error while it took the dump.',
    hint: 'Read the last lines of its output. If extensions are missing, the database needs an image that has them.',
  },
  restore_mismatch: {
    title: 'The copy is not what the backup says',
    cause: 'The restored copy was read back, and tables or rows differ from the manifest of the backup.',
    hint: 'Nothing was changed. Choose another backup, and let it be proven first.',
  },
  database_not_ready: {
    title: 'The database did not start',
    cause: 'With the new data the database did not take connections in time.',
    hint: 'The old data is in place again. Read the log of the database.',
  },
  database_not_deployed: {
    title: 'The database does not run',
    cause: 'No deployment has started this database yet.',
    hint: 'Deploy the environment first.',
  },
  worker_lost: {
    title: 'The worker was lost',
    cause: 'The process that did the work ended several times in the same step.',
    hint: 'Let the operator look at the memory and the log of the worker; then try again.',
  },
  import_form_unknown: {
    title: 'The file is of no known form',
    cause: 'Accepted are SQL as text, the same packed by gzip or zstd, and archives of pg_dump -Fc.',
    hint: 'Make it anew: pg_dump -Fc, pg_dump, or mariadb-dump, with gzip or zstd if it is large.',
  },
  import_other_engine: {
    title: 'The file is of another engine',
    cause: 'The file was made by another engine than that of the database.',
    hint: 'Choose the database that it is for, or move the data with a tool that translates between the two.',
  },
  import_damaged: {
    title: 'The file is damaged',
    cause: 'The file cannot be read to its end.',
    hint: 'Check the file where it was made, and send it again.',
  },
  import_expands_too_much: {
    title: 'The file holds too much',
    cause: 'Unpacked, the file is larger than is accepted.',
    hint: 'Import less at once, or have the operator raise IMPORT_MAX_EXPANDED_BYTES.',
  },
  import_refused: {
    title: 'The file holds what is not run',
    cause:
      'Commands of the client, and access to programs, files and other databases, are not run, whoever sends them.',
    hint: 'Remove what the message names, or make the dump anew without it: of one database, without --create.',
  },
  import_failed: {
    title: 'The database refused a statement',
    cause: 'A new, empty database took the file until this statement. The old data is in place, untouched.',
    hint: 'The message of the database names the line. Change the file, or make the dump anew for this version of the engine.',
  },
  import_upload_gone: {
    title: 'The uploaded file is gone',
    cause: 'The file was kept until it could be imported, and is not there any more.',
    hint: 'Send it again. With several workers, IMPORT_DIRECTORY must be one folder for all of them.',
  },
} as const satisfies Record<string, FailureWords>

const unknown: FailureWords = {
  title: 'The restore failed',
  cause: 'A step failed.',
  hint: 'Try again; if it stays, give the id of the restore to the operator of this instance.',
}

/** Restores tell the last lines of a tool, not with which number it ended. */
export function toRestoreError(error: RunError | null): RestoreError {
  const { exitCode: _, ...told } = toRunFailure(error, { known: restoreFailures, unknown })
  return told
}
