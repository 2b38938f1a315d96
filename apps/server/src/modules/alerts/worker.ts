/** Front door of the alerts module on the worker's side. */
export { AlertWatch, type AlertWatchOptions } from './workflow/alert-watch.ts'
export type { AlertSources } from './workflow/see-server.ts'
