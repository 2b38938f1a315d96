/** API problems of connectors. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const notificationProblems = defineProblems({
  connector_name_taken: {
    status: 409,
    title: 'This name is already taken',
    detail: 'Your organization already has a notification channel with this name.',
    hint: 'Choose another name, or change the existing channel.',
  },
  connector_has_no_key: {
    status: 409,
    title: 'This channel has no signing key',
    detail: 'Only webhooks are signed with a key.',
    hint: "To change another channel's secret, edit the channel and enter its whole configuration.",
    remedy: 'edit_channel',
  },
  delivery_waiting: {
    status: 409,
    title: 'The delivery is already queued',
    detail: "The delivery hasn't been sent yet. Longshore retries it automatically.",
    hint: "Wait until it's finished. A failing channel retries as soon as a test message is delivered.",
  },
  delivery_is_test: {
    status: 409,
    title: "A test message can't be sent again",
    detail: 'This delivery was a test, not a notification.',
    hint: 'Send another test message.',
  },
})
