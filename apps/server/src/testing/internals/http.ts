/** Parts of http that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export type { HttpServer } from '../../platform/http/server.ts'
