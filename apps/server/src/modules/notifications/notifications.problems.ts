/** What can go wrong with connectors, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const notificationProblems = defineProblems({
  connector_name_taken: {
    status: 409,
    title: 'A connector has this name already',
    detail: 'The organisation has a connector of this name.',
    hint: 'Choose another name, or change the connector that has it.',
  },
  connector_has_no_key: {
    status: 409,
    title: 'This connector signs nothing',
    detail: 'Only webhooks are signed with a key.',
    hint: 'To change the secret of another kind, send its whole configuration with PATCH /notification-connectors/:id.',
  },
  delivery_waiting: {
    status: 409,
    title: 'The delivery waits already',
    detail: 'It has not been delivered yet, and is tried by itself.',
    hint: 'Wait for its end. A connector that fails is tried at once after a test that succeeds.',
  },
})
