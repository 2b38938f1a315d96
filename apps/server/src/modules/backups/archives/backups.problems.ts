/** Problems with backups, in API responses and as the error of a run. */
import { defineProblems } from '../../../platform/errors/problem.ts'

export const backupProblems = defineProblems({
  nothing_to_back_up: {
    status: 409,
    title: 'Nothing to back up',
    detail: 'The service stores no data, or has no volume with this name.',
    hint: 'Choose a database, or a service with a volume.',
  },
  environment_locked: {
    status: 409,
    title: 'The environment is in use',
    detail: "Another operation is running that can't overlap with this one.",
    hint: "Wait until it's finished or cancel it, then try again.",
  },
  backup_destination_missing: {
    status: 409,
    title: 'No storage location for backups',
    detail: 'The environment has no storage location for its backups.',
    hint: 'Add a storage location, then choose it in the backup schedule.',
    remedy: 'add_storage_location',
  },
  backup_not_finished: {
    status: 409,
    title: "The backup isn't finished",
    detail: 'The backup is still running.',
    hint: 'Wait until it finishes, or cancel it.',
  },
  backup_already_finished: {
    status: 409,
    title: 'The backup has finished',
    detail: "There's nothing left to cancel.",
    hint: "Delete it if you don't want to keep it.",
  },
  backup_not_available: {
    status: 409,
    title: "The backup can't be read",
    detail: "The backup didn't succeed, or its archive has expired.",
    hint: 'Choose a backup that succeeded.',
    remedy: 'choose_backup',
  },
  backup_locked: {
    status: 409,
    title: 'The backup is locked',
    detail: 'Its storage location has object lock, so no one can delete the archive before its lock ends.',
    hint: 'Delete it after that date. Retention removes expired backups automatically once their lock has ended.',
  },
  backup_in_use: {
    status: 409,
    title: 'The backup is in use',
    detail: 'A restore or restore test is using this backup.',
    hint: "Wait until it's finished.",
  },
  backup_database_not_running: {
    status: 409,
    title: "The database isn't running",
    detail: "There's no running container of this database to dump.",
    hint: 'Deploy or start the environment, then back it up again.',
  },
  backup_tool_failed: {
    status: 409,
    title: 'The dump failed',
    detail: "The database's dump tool exited with an error.",
    hint: "Check the last lines in the backup's error. They name the table or the missing permission.",
  },
  backup_incomplete: {
    status: 409,
    title: 'The dump is incomplete',
    detail: 'The dump ended without its end marker. Longshore discarded it.',
    hint: "Try again. If this keeps happening, check the database's log and the server's memory.",
  },
  backup_version_mismatch: {
    status: 409,
    title: 'The dump tool has the wrong version',
    detail: 'The dump tool is older than the database.',
    hint: 'Redeploy the environment, so the server has the same image that the database runs.',
  },
  backup_damaged: {
    status: 409,
    title: 'The stored archive is damaged',
    detail: 'The archive read back from the storage location differs from what was uploaded.',
    hint: "Check the location's disk or bucket, then back up again. Longshore deleted the damaged archive.",
  },
  backup_destination_failed: {
    status: 409,
    title: "The storage location didn't accept the archive",
    detail: "The storage location refused the upload or didn't respond.",
    hint: "Check the storage location to see what's wrong.",
    remedy: 'check_storage_location',
  },
  backup_too_large: {
    status: 409,
    title: 'The dump is too large',
    detail: 'The dump is larger than the limit for backups.',
    hint: 'Delete data you no longer need, or ask the operator to raise the limit.',
  },
})
