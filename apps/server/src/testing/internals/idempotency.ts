/** Parts of idempotency that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { createOnce } from '../../platform/idempotency/create-once.ts'
