/** Front door of the alerts module on the worker's side. */
export { createAlertWatch } from './workflow/alert-poller.ts'
