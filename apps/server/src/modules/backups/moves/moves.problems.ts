/** Problems that prevent a move. Its deployment records failures during the move. */
import { defineProblems } from '../../../platform/errors/problem.ts'

export const moveProblems = defineProblems({
  move_data_kept: {
    status: 409,
    title: 'The server has older data',
    detail: 'This environment was on this server before, and an older copy of its data is still there.',
    hint: 'Confirm the earlier move to delete the old data, then try again.',
    remedy: 'confirm_move',
  },
  move_restore_open: {
    status: 409,
    title: 'A restore can still be undone',
    detail: 'The data needed for the undo exists only on the current server.',
    hint: 'Confirm or undo the open restore or import first.',
    remedy: 'confirm_restore',
  },
  move_not_confirmable: {
    status: 409,
    title: 'Nothing to confirm',
    detail: 'Only a finished move has old data to delete.',
    hint: "Check the move's status to see its result.",
  },
})
