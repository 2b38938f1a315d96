/** Parts of servers that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { serverPrivateKey } from '../../modules/servers/index.ts'
