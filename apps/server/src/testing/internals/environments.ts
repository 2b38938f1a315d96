/** Parts of environments that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { revealVariable } from '../../modules/environments/calls/reveal.definition.ts'
