/** What can go wrong when somebody asks for hardening. What goes wrong on the server stands in the run. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const hardeningProblems = defineProblems({
  hardening_in_progress: {
    status: 409,
    title: 'The server is being hardened',
    detail: 'A run that hardens this server, or takes that back, is not finished.',
    hint: 'Follow it under GET /servers/:id/security/runs and try again when it has ended.',
  },
  server_locked: {
    status: 409,
    title: 'The server is in use',
    detail: 'Something that works on this server must not be disturbed now.',
    hint: 'Try again when it has finished; a deployment that runs is the usual reason.',
  },
  nothing_to_revert: {
    status: 409,
    title: 'Nothing to take back',
    detail: 'No confirmed hardening of this server is in force.',
    hint: 'GET /servers/:id/security/runs lists what was done.',
  },
})
