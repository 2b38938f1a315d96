/** Front door of the alerts module on the worker's side. */
export { AlertWatch } from './workflow/alert-watch.ts'
