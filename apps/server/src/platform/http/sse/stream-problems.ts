/** Stream errors: an HTTP response before the first byte, `event: error` afterwards. */
import { defineProblems } from '../../errors/problem.ts'

export const streamProblems = defineProblems({
  too_many_streams: {
    status: 429,
    title: 'Too many open streams',
    detail: 'You or your organization reached the limit of open streams.',
    hint: 'Close streams you no longer read. One stream of all events serves a whole page.',
  },
  stream_too_slow: {
    status: 408,
    title: 'The stream was read too slowly',
    detail: 'More events were waiting for this client than the server buffers.',
    hint: 'Reconnect with the last ID as Last-Event-ID. No events are lost.',
  },
  stream_access_ended: {
    status: 401,
    title: 'Access revoked',
    detail: "This stream's session or token ended, or lost its access.",
    hint: 'Sign in again, then reconnect with the last ID as Last-Event-ID.',
  },
  stream_restarting: {
    status: 503,
    title: 'The server is restarting',
    detail: 'This server is stopping and hands its streams to the next one.',
    hint: 'Reconnect with the last ID as Last-Event-ID. Standard clients do this automatically.',
  },
  stream_history_gone: {
    status: 410,
    title: 'Older events are no longer available',
    detail: "Events after this ID are no longer stored, or the ID doesn't belong to this stream.",
    hint: 'Fetch the resources again. The stream continues from here.',
  },
})
