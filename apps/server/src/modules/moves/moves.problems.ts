/** What stands in the way of a move. What goes wrong on the way stands in its deployment. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const moveProblems = defineProblems({
  move_data_kept: {
    status: 409,
    title: 'The server keeps older data',
    detail: 'The environment was on this server before, and its data of then is kept there.',
    hint: 'Confirm the earlier move with POST /environments/:id/moves/:did/confirm: the old data goes, and the way is free.',
  },
  move_restore_open: {
    status: 409,
    title: 'A restore can still be undone',
    detail: 'What an undo would bring back is on the present server only.',
    hint: 'Confirm or undo the restore or import first: undoUntil of GET /environments/:id/backups/restores says which.',
  },
  move_not_confirmable: {
    status: 409,
    title: 'There is nothing to confirm',
    detail: 'Only a move that came to its end keeps old data.',
    hint: 'Read the move: its status says what became of it.',
  },
})
