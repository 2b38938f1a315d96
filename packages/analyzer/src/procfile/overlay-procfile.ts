import type { App } from '../app.ts'
import { applyFacts, type StatedProcess } from '../facts.ts'
import type { Folder } from '../folder.ts'
import { readProcfile } from './read-procfile.ts'

/** `release` runs before the traffic is switched; the others are for development or run manually. */
const notDeployed = new Set(['release', 'console', 'postdeploy', 'test', 'css', 'js', 'assets', 'vite', 'webpack'])

/** A Procfile names every process of its app; Procfile.dev is ignored. */
export async function overlayProcfile(folder: Folder, app: App): Promise<App> {
  const text = await folder.text('Procfile')
  if (text === null) return app
  const lines = readProcfile(text)
  const deployed = lines.filter(({ name }) => !notDeployed.has(name.toLowerCase()))
  const processes = deployed.map(toProcess)
  const release = lines.find(({ name }) => name === 'release')
  return applyFacts(app, {
    file: folder.full('Procfile'),
    processes: processes.toSorted((a, b) => Number(b.kind === 'web') - Number(a.kind === 'web')),
    isComplete: true,
    releaseCommand: release === undefined ? null : { value: release.command, line: release.line },
  })
}

/** Programs that only Heroku's images contain; our images serve the same folder without them. */
const ofHeroku = /^(?:vendor\/bin\/)?heroku-(?:php|hhvm)-\w+/

function toProcess({ name, command, line }: { name: string; command: string; line: number }): StatedProcess {
  return {
    name: name.toLowerCase(),
    kind: name === 'web' ? 'web' : 'worker',
    command: ofHeroku.test(command) ? null : { value: command, line },
    schedule: null,
  }
}
