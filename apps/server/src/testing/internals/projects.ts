/** Parts of projects that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { defaultExampleImage } from '../../modules/projects/example-app.policy.ts'
