/** Parts of audit that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { recordAudit } from '../../modules/audit/index.ts'
