/** Parts of runtime-logs that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { encodeChunk } from '../../modules/runtime-logs/log-chunk.policy.ts'
