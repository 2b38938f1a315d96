/** Parts of deployments that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { listLogChunks } from '../../modules/deployments/deployment-log.repository.ts'
export { stepNames } from '../../modules/deployments/deployments.status.ts'
