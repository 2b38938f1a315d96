/** Parts of links that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { type PageLink, pageLinks, toUrl } from '../../platform/links/page-links.policy.ts'
