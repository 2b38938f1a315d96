/** Front door of the alerts module on the worker's side. */
export { createAlertPoller } from './workflow/alert-poller.ts'
