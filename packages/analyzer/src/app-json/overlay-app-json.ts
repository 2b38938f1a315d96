import type { App } from '../app.ts'
import type { Folder } from '../folder.ts'

/** Heroku's app.json over the app. */
export async function overlayAppJson(_folder: Folder, app: App): Promise<App> {
  return app
}
