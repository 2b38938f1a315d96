/** Parts of notifications that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { messageOf } from '../../modules/notifications/messages/notice-messages.text.ts'
export { samplePayload } from '../../modules/notifications/messages/sample-payloads.policy.ts'
