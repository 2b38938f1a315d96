/** What can go wrong when somebody asks for hardening. What goes wrong on the server stands in the run. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const hardeningProblems = defineProblems({
  hardening_in_progress: {
    status: 409,
    title: 'The server is being hardened',
    detail: "A hardening run, or its undo, hasn't finished on this server.",
    hint: "Follow it with GET /servers/:id/security/runs and try again when it's finished.",
  },
  server_locked: {
    status: 409,
    title: 'The server is in use',
    detail: 'Something is running on this server that must not be interrupted.',
    hint: "Try again when it's finished. Usually a deployment is running.",
  },
  nothing_to_revert: {
    status: 409,
    title: 'Nothing to undo',
    detail: 'This server has no confirmed hardening to undo.',
    hint: 'GET /servers/:id/security/runs lists past runs.',
  },
})
