/** Front door of commands on the worker's side. */
export { type CommandCallOptions, createCommandCalls } from './calls/run-command.call.ts'
