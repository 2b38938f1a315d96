/** How a stream can fail, before its first byte as an HTTP answer or later as `event: error`. */
import { defineProblems } from '../../errors/problem.ts'

export const streamProblems = defineProblems({
  too_many_streams: {
    status: 429,
    title: 'Too many open streams',
    detail: 'You or your organisation have as many open streams as are allowed.',
    hint: 'Close streams that nobody reads; one GET /events serves a whole page.',
  },
  stream_too_slow: {
    status: 408,
    title: 'The stream was read too slowly',
    detail: 'More events were waiting for this client than the server keeps.',
    hint: 'Connect again with the last id as Last-Event-ID; nothing is lost.',
  },
  stream_access_ended: {
    status: 401,
    title: 'Access ended',
    detail: 'The session or token of this stream was ended, or lost its access.',
    hint: 'Sign in again, then connect with the last id as Last-Event-ID.',
  },
  stream_restarting: {
    status: 503,
    title: 'The server restarts',
    detail: 'This server stops and hands its streams to the next one.',
    hint: 'Connect again with the last id as Last-Event-ID; standard clients do so by themselves.',
  },
  stream_history_gone: {
    status: 410,
    title: 'Older events are gone',
    detail: 'Events after the given id are no longer kept, or the id is not of this stream.',
    hint: 'Read the resources again; the stream goes on from here.',
  },
})
