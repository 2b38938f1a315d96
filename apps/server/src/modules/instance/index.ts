export { ping } from './calls/ping.definition.ts'
export { startLinkMonitor } from './link-monitor.ts'
export { createSendsMail } from './sends-mail.ts'
