/** Front door of the instance module on the worker's side. */
export { createPingCall } from './calls/ping.call.ts'
