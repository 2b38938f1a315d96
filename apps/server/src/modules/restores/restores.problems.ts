/** What can go wrong when somebody asks for a restore. What goes wrong on the server stands in the restore. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const restoreProblems = defineProblems({
  backup_not_restorable: {
    status: 409,
    title: 'The backup cannot be restored',
    detail: 'Only a backup that succeeded, and is still stored, can be restored.',
    hint: 'GET /environments/:id/backups?status=succeeded lists those that can.',
  },
  restore_target_gone: {
    status: 409,
    title: 'What the backup is of is not there any more',
    detail: 'The service that the backup is of, or its volume, does not exist in this environment.',
    hint: 'Restore a database with target newService; give a service its volume again before that is restored.',
  },
  restore_service_unknown: {
    status: 409,
    title: 'It isn’t clear which service gets the backup',
    detail: 'The environment of this backup was deleted, and not exactly one service of this environment fits it.',
    hint: 'Name one with serviceId, or restore a database with target newService.',
  },
  restore_not_supported: {
    status: 409,
    title: 'A volume cannot be restored into a new service',
    detail: 'The backup is of a volume of an app, and an app is more than its volume.',
    hint: 'Restore it with target inPlace, or download it and unpack it where you need it.',
  },
  restore_not_confirmed: {
    status: 422,
    title: 'The restore is not confirmed',
    detail: 'The field confirm is not the name of the environment.',
    hint: 'Send the name of the environment in confirm: the data that is there now is replaced.',
  },
  restore_not_undoable: {
    status: 409,
    title: 'The restore cannot be undone',
    detail: 'The old data of this restore is not kept any more, or a later restore came after it.',
    hint: 'Restore the backup that was made before it: safetyBackupId names it.',
  },
  restore_not_confirmable: {
    status: 409,
    title: 'There is nothing to confirm',
    detail: 'Only a restore that succeeded in place keeps old data.',
    hint: 'Read the restore: its status and undoUntil say what is left to decide.',
  },
  restore_not_cancellable: {
    status: 409,
    title: 'The restore cannot be cancelled any more',
    detail: 'It has ended, or the database is being switched to the new data.',
    hint: 'Undo it once it has succeeded.',
  },
})
