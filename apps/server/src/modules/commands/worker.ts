/** Front door of commands on the worker's side. */
export { createCommandCalls } from './calls/run-command.call.ts'
