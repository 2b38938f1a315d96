/** Parts of instance that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { failureFamilies } from '../../modules/instance/failures/failures.schemas.ts'
export { startRemovals } from '../../modules/instance/organization-removal/start-removals.action.ts'
