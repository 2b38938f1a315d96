/**
 * Notices: events that notification channels can send. This module imports no other module, so every module can publish
 * notices.
 */
export { importantEvents, severityOf } from './notice-severity.policy.ts'
export { listListeningOrganizations } from './notices.system-repository.ts'
export { type NoticePlace, publishNotice, publishPlacedNotice } from './publish-notice.ts'
