/** Parts of notices that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { publishNotice } from '../../modules/notices/index.ts'
export { noticeEvents } from '../../modules/notices/notice-events.schemas.ts'
