export { createAlertPoller } from './workflow/alert-poller.ts'
