/** API problems of the instance itself. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const instanceProblems = defineProblems({
  operator_required: {
    status: 403,
    title: 'Only operators can do this',
    detail: 'This affects every organization on this instance.',
    hint: 'Ask to have your email address added to OPERATORS, or run the server command on the machine itself.',
  },
  nothing_to_confirm: {
    status: 409,
    title: 'No restore to confirm',
    detail: "The instance wasn't restored from a backup, or the restore is already confirmed.",
    hint: 'Check whether a restore is waiting to be confirmed.',
    remedy: 'view_instance',
  },
})
