/** Front door of the instance module: what concerns the installation itself. */
export { createPingCall } from './calls/ping.call.ts'
export { startLinkMonitor } from './link-monitor.ts'
