import type { App } from '../app.ts'
import type { Folder } from '../folder.ts'

/** Processes of a Procfile over those of the app. */
export async function overlayProcfile(_folder: Folder, app: App): Promise<App> {
  return app
}
