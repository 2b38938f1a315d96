/** What can go wrong with what concerns the installation itself. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const instanceProblems = defineProblems({
  operator_required: {
    status: 403,
    title: 'Only an operator of this instance may do this',
    detail: 'It concerns every organisation here, not only yours.',
    hint: 'Have the address of your account added to OPERATORS, or use the command of the server on the machine itself.',
  },
  nothing_to_confirm: {
    status: 409,
    title: 'There is no restore to confirm',
    detail: 'The control plane was not restored from a backup, or the restore was confirmed already.',
    hint: 'GET /instance says whether a restore waits.',
  },
})
