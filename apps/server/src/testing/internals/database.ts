/** Parts of database that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { createDatabase, type Database, type OrganizationId, type Tx } from '../../platform/database/database.ts'
export { createListener } from '../../platform/database/listener.ts'
export { ensureLogins } from '../../platform/database/logins.ts'
export { migrate } from '../../platform/database/migrate.ts'
