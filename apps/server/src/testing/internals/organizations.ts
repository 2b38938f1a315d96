/** Parts of organizations that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { quotaNames } from '../../modules/organizations/quotas.policy.ts'
