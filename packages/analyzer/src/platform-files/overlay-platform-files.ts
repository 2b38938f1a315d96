/**
 * Applies statements of other platforms' files about port, command, health, and schedule, so that users needn't repeat
 * them.
 */
import type { App } from '../app.ts'
import { applyFacts } from '../facts.ts'
import type { Folder } from '../folder.ts'
import { openFile } from './file-facts.ts'
import {
  type Reader,
  readAppYaml,
  readDigitalOcean,
  readFly,
  readHerokuYml,
  readNetlify,
  readNixpacks,
  readPlatformSh,
  readRailway,
  readRender,
  readVercel,
} from './readers.ts'

/** Later ones win. */
const inFolder: readonly [name: string, read: Reader][] = [
  ['netlify.toml', readNetlify],
  ['vercel.json', readVercel],
  ['app.yaml', readAppYaml],
  ['.platform.app.yaml', readPlatformSh],
  ['nixpacks.toml', readNixpacks],
  ['railway.json', readRailway],
  ['railway.toml', readRailway],
  ['fly.toml', readFly],
  ['heroku.yml', readHerokuYml],
]
/** Files at the repository root that contain the folder of each app. */
const atRoot: readonly [name: string, read: Reader][] = [
  ['.do/app.yaml', readDigitalOcean],
  ['render.yaml', readRender],
]

export async function overlayPlatformFiles(folder: Folder, app: App): Promise<App> {
  let done = app
  for (const [name, read] of inFolder)
    done = await overlay(done, await folder.text(name), { file: folder.full(name), read, folder: '.' })
  for (const [name, read] of atRoot)
    done = await overlay(done, await folder.repository.text(name), { file: name, read, folder: folder.path })
  return done
}

async function overlay(
  app: App,
  text: string | null,
  { file, read, folder }: { file: string; read: Reader; folder: string },
): Promise<App> {
  const opened = text === null ? null : openFile(file, text)
  const facts = opened === null ? null : read(opened, folder)
  return facts === null ? app : applyFacts(app, facts)
}
