export { createTrashPoller } from './trash.poller.ts'
