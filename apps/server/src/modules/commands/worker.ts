export { createCommandCalls } from './calls/run-command.call.ts'
