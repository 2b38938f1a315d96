/** Front door of what happened, on both sides. It knows no other module: everybody may tell. */
export { importantEvents, severityOf } from './notice-severity.policy.ts'
export { listListeningOrganizations } from './notices.system-repository.ts'
export { type NoticePlace, publishNotice, publishPlacedNotice } from './publish-notice.ts'
