/** Parts of passwords that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { createPasswordHasher } from '../../platform/passwords/password-hash.ts'
