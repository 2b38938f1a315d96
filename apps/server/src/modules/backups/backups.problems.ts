/** What can go wrong with backups, as answers of the API and as the end of a run. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const backupProblems = defineProblems({
  nothing_to_back_up: {
    status: 409,
    title: 'There is nothing to back up',
    detail: 'The service keeps no data, or has no volume of this name.',
    hint: 'Name a database, or a service with a volume. GET /environments/:id lists them.',
  },
  environment_locked: {
    status: 409,
    title: 'The environment is in use',
    detail: 'Something is under way that must not overlap with this.',
    hint: 'Wait until it has finished, or cancel it, then try again.',
  },
  backup_destination_missing: {
    status: 409,
    title: 'There is no place for backups',
    detail: 'The environment has no destination for its backups.',
    hint: 'Save one with POST /backup-destinations and choose it with PATCH /environments/:id/backups/config.',
  },
  backup_not_finished: {
    status: 409,
    title: 'The backup is not finished',
    detail: 'It is still being made.',
    hint: 'Wait for its end (GET …/:bid/status is a stream), or cancel it with POST …/:bid/cancel.',
  },
  backup_already_finished: {
    status: 409,
    title: 'The backup has ended',
    detail: 'There is nothing to cancel any more.',
    hint: 'Delete it with DELETE …/:bid if you do not want to keep it.',
  },
  backup_not_available: {
    status: 409,
    title: 'The backup cannot be read',
    detail: 'It did not succeed, or its archive has expired.',
    hint: 'Choose one with status succeeded: GET /environments/:id/backups?status=succeeded.',
  },
  backup_in_use: {
    status: 409,
    title: 'The backup is in use',
    detail: 'It is being restored or proven.',
    hint: 'Wait until that has ended.',
  },
  backup_database_not_running: {
    status: 409,
    title: 'The database does not run',
    detail: 'There is no running container of this database to ask for a dump.',
    hint: 'Deploy or start the environment, then back it up again.',
  },
  backup_tool_failed: {
    status: 409,
    title: 'The dump failed',
    detail: 'The database’s own tool ended with an error.',
    hint: 'Its last words are in the backup’s error: they name the table or the right that is missing.',
  },
  backup_incomplete: {
    status: 409,
    title: 'The dump is not whole',
    detail: 'The dump ended without the mark that its tool writes last. Nothing of it was kept.',
    hint: 'Try again. If it stays, look at the database’s log and the memory of its server.',
  },
  backup_version_mismatch: {
    status: 409,
    title: 'The tool is of another version',
    detail: 'The tool that made the dump is older than the database.',
    hint: 'Deploy the environment again, so that the image on the server is the one that the database runs.',
  },
  backup_damaged: {
    status: 409,
    title: 'The stored archive differs',
    detail: 'Read back from its destination, the archive is not what was sent there.',
    hint: 'Check the destination’s disk or bucket, then back up again. The damaged archive was not kept.',
  },
  backup_destination_failed: {
    status: 409,
    title: 'The destination did not take the archive',
    detail: 'The store of the backups refused or did not answer.',
    hint: 'Check it with POST /backup-destinations/:id/check; it says what is wrong.',
  },
  backup_too_large: {
    status: 409,
    title: 'The dump is too large',
    detail: 'The dump is larger than backups may be.',
    hint: 'Remove data that is not needed, or have the operator raise the limit.',
  },
})
