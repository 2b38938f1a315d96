export { createAlertPoller } from './alerts.poller.ts'
