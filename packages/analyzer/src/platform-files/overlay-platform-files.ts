import type { App } from '../app.ts'
import type { Folder } from '../folder.ts'

/** What files of other platforms (fly.toml, render.yaml …) state about port, command, health and schedule. */
export async function overlayPlatformFiles(_folder: Folder, app: App): Promise<App> {
  return app
}
