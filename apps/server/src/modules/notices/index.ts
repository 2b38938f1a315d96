/**
 * Notices: events that notification channels can send. This module imports no other module, so every module can publish
 * notices.
 */
export { importantEvents, severityOf } from './notice-severity.policy.ts'
export { listSubscribedOrganizations } from './notices.system-repository.ts'
export { type NoticeEnvironment, publishEnvironmentNotice, publishNotice } from './publish-notice.action.ts'
