/** Parts of events that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { publishEvent } from '../../platform/events/publish.ts'
export { runEventsChannel } from '../../platform/events/stream-source.ts'
