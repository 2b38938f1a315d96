/** API problems of verification requests. */
import { defineProblems } from '../../../platform/errors/problem.ts'

export const verificationProblems = defineProblems({
  restore_test_running: {
    status: 409,
    title: 'A restore test is running',
    detail: 'A restore test for this environment is running or queued.',
    hint: 'Fetch the backup again later. restoreTestedAt and restoreTest show the result.',
  },
  restore_test_without_server: {
    status: 409,
    title: 'No server for the restore test',
    detail: "Restore tests run on the environment's server, and this environment has none.",
    hint: 'Choose a server for the environment.',
    remedy: 'choose_server',
  },
})
