/** Parts of link that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export type { CallDefinition, EventsDefinition, StreamDefinition } from '../../platform/link/call.ts'
export { createLinkClient, type LinkClient } from '../../platform/link/link-client.ts'
export { createLinkServer } from '../../platform/link/link-server.ts'
