/** API problems of restore requests. The restore itself records failures on the server. */
import { defineProblems } from '../../../platform/errors/problem.ts'

export const restoreProblems = defineProblems({
  backup_not_restorable: {
    status: 409,
    title: "The backup can't be restored",
    detail: 'You can only restore a backup that succeeded and is still stored.',
    hint: 'Choose a backup that succeeded.',
    remedy: 'choose_backup',
  },
  restore_target_gone: {
    status: 409,
    title: "The backup's service no longer exists",
    detail: 'The environment no longer has the backed-up service or its volume.',
    hint: 'Restore a database with target newService. For a volume, add it to the service again first.',
  },
  restore_service_unknown: {
    status: 409,
    title: 'Not clear which service to restore',
    detail: "The backup's environment was deleted, and there isn't exactly one matching service in this environment.",
    hint: 'Choose one with serviceId, or restore a database with target newService.',
  },
  restore_not_supported: {
    status: 409,
    title: "Volumes can't be restored into a new service",
    detail: "The backup contains an app's volume, which isn't enough to create an app.",
    hint: 'Restore it with target inPlace, or download it and unpack it where you need it.',
  },
  restore_not_confirmed: {
    status: 422,
    title: "The restore isn't confirmed",
    detail: "The field confirm isn't the environment's name.",
    hint: "Send the environment's name in confirm. The restore replaces the current data.",
  },
  restore_not_undoable: {
    status: 409,
    title: "The restore can't be undone",
    detail: 'The previous data is no longer kept, or there was a later restore.',
    hint: 'Restore the backup made before it. safetyBackupId names it.',
  },
  restore_not_confirmable: {
    status: 409,
    title: 'Nothing to confirm',
    detail: 'Only a successful restore in place keeps previous data.',
    hint: "Check the restore's status and undoUntil to see what's left to decide.",
  },
  restore_not_cancellable: {
    status: 409,
    title: 'The restore can no longer be canceled',
    detail: 'It has finished, or the database is switching to the new data.',
    hint: 'Undo it once it has succeeded.',
  },
})
