/** API problems of hardening requests. The run itself records failures on the server. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const hardeningProblems = defineProblems({
  hardening_in_progress: {
    status: 409,
    title: 'The server is being hardened',
    detail: "A hardening run, or its undo, hasn't finished on this server.",
    hint: "Wait until it's finished, then try again.",
    remedy: 'view_hardening',
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
    hint: 'Choose a past run that can be reverted.',
    remedy: 'view_hardening',
  },
})
