/** Failures of restores and imports, with a title and a remedy for those without their own. */
import type { RunError } from '../../../platform/durable/permanent-error.ts'
import { type FailureTexts, toRunFailure } from '../../../platform/durable/run-failure.ts'
import type { RestoreError } from './restores.schemas.ts'

export const restoreFailures = {
  backup_unreadable: {
    title: "The backup can't be read",
    cause: 'The stored archive is missing, was changed, or belongs to another key.',
    hint: 'Choose another backup, preferably one with a verified restore.',
    remedy: 'choose_backup',
  },
  backup_version_mismatch: {
    title: 'The backup is from a newer version',
    cause: "The backup comes from a newer database version than the one that's running.",
    hint: "Restore with target newService. The new database gets the backup's version.",
  },
  safety_backup_failed: {
    title: 'The backup before the restore failed',
    cause: 'Longshore backs up the current data before a restore, and that backup failed.',
    hint: "Check that backup. If the database can't be read, send safetyBackup: false. Its volume is kept anyway.",
  },
  not_enough_disk: {
    title: 'Not enough disk space on the server',
    cause: "The restored copy and the current data must both fit on the server's disk.",
    hint: 'Free up disk space on the server, confirm older restores to delete their old volumes, or use a larger disk.',
  },
  not_enough_memory: {
    title: 'Not enough memory on the server',
    cause: 'The restore needs a second database for a while.',
    hint: 'Stop something on the server, or use a larger one.',
  },
  restore_refused: {
    title: 'The database rejected the dump',
    cause: 'The database exited with an error while loading the dump.',
    hint: 'Check the last lines of its output. If extensions are missing, use a database image that has them.',
  },
  restore_mismatch: {
    title: "The restored data doesn't match the backup",
    cause: "Tables or rows in the restored copy differ from the backup's manifest.",
    hint: 'Nothing was changed. Choose another backup, and test its restore first.',
  },
  database_not_ready: {
    title: "The database didn't start",
    cause: "The database didn't accept connections in time with the new data.",
    hint: "The previous data is back in place. Check the database's log.",
  },
  database_not_deployed: {
    title: "The database isn't running",
    cause: 'No deployment has started this database yet.',
    hint: 'Deploy the environment first.',
  },
  apps_not_healthy: {
    title: 'Not all apps are healthy',
    cause: "Apps of the environment didn't become healthy after they restarted with the other data.",
    hint: "Check their logs. If they can't work with this data, undo the restore or restore another backup.",
  },
  worker_lost: {
    title: 'The worker stopped',
    cause: 'The worker process crashed several times during the same step.',
    hint: "Ask the operator to check the worker's memory and log, then try again.",
  },
  import_format_unknown: {
    title: 'Unknown file format',
    cause: 'Longshore accepts SQL text, SQL compressed with gzip or zstd, and pg_dump -Fc archives.',
    hint: 'Create the file again with pg_dump -Fc, pg_dump, or mariadb-dump. Compress large files with gzip or zstd.',
  },
  import_other_engine: {
    title: 'The file is for another database engine',
    cause: 'The file comes from a different database engine.',
    hint: 'Choose a database with the same engine, or convert the data with a migration tool.',
  },
  import_damaged: {
    title: 'The file is damaged',
    cause: "The file can't be read to the end.",
    hint: 'Check the original file, and upload it again.',
  },
  import_expands_too_much: {
    title: 'The file is too large',
    cause: 'The uncompressed file exceeds the limit.',
    hint: 'Import less at once, or ask the operator to raise IMPORT_MAX_UNCOMPRESSED_BYTES.',
  },
  import_refused: {
    title: 'The file contains forbidden commands',
    cause: 'Longshore never runs client commands, or commands that access programs, files, or other databases.',
    hint: 'Remove the commands that the message names, or create the dump again: one database, without --create.',
  },
  import_failed: {
    title: 'The database rejected a statement',
    cause: 'Longshore ran the file in a new, empty database until this statement failed. Your data is untouched.',
    hint: "The database's message names the line. Change the file, or create the dump again for this database version.",
  },
  import_upload_gone: {
    title: 'The uploaded file is missing',
    cause: "Longshore stored the file for the import, but it's no longer there.",
    hint: 'Upload it again. With several workers, IMPORT_DIRECTORY must be a folder they share.',
  },
} as const satisfies Record<string, FailureTexts>

const unknown: FailureTexts = {
  title: 'The restore failed',
  cause: 'A step failed.',
  hint: "Try again. If this keeps happening, give the restore's ID to the operator of this instance.",
}

/** Restores show the last lines of a tool, not its exit code. */
export function toRestoreError(error: RunError | null): RestoreError {
  const { exitCode: _, ...told } = toRunFailure(error, { known: restoreFailures, unknown })
  return told
}
