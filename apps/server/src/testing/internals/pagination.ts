/** Parts of pagination that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { type Page, PageQuery, pageOf, toPage } from '../../platform/pagination/page.schemas.ts'
