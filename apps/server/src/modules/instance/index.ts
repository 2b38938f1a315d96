/** Front door of the instance module on the api's side: what concerns the installation itself. */
export { ping } from './calls/ping.definition.ts'
export { startLinkMonitor } from './link-monitor.ts'
export { createSendsMail } from './sends-mail.ts'
