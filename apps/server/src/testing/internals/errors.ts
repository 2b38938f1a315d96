/** Parts of errors that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { AppError } from '../../platform/errors/app-error.ts'
