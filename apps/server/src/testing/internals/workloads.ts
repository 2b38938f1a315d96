/** Parts of workloads that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { createDeployLog } from '../../modules/workloads/deploy-log.stream.ts'
export { gapLine } from '../../modules/workloads/programs/program-log.stream.ts'
export { appContainerName, databaseContainerName } from '../../modules/workloads/server-names.policy.ts'
