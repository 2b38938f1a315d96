/** Creates an app with defaults, and its processes. */
import type { App, AppProcess, AppWarning } from '../app.ts'
import { type Claim, claim, type Source } from '../claim.ts'
import type { Folder } from '../folder.ts'
import { staticPort } from '../images/static-image.ts'

type AppFields = Partial<App> & Pick<App, 'language' | 'processes'>

export function makeApp(folder: Folder, fields: AppFields): App {
  return {
    root: folder.path,
    name: null,
    framework: null,
    version: null,
    packageManager: null,
    installCommand: null,
    buildCommand: null,
    releaseCommand: null,
    outputDirectory: null,
    dependencies: new Map(),
    uses: [],
    warnings: [],
    image: null,
    ...fields,
  }
}

type ProcessParts = Partial<Omit<AppProcess, 'name' | 'kind' | 'startCommand'>>

export function makeProcess(
  name: string,
  kind: AppProcess['kind'],
  startCommand: Claim<string> | null,
  parts: ProcessParts = {},
): AppProcess {
  return { name, kind, startCommand, port: null, healthPath: null, schedule: null, ...parts }
}

/** Files that our static file server delivers. */
export function makeSite(...sources: Source[]): AppProcess {
  return makeProcess('web', 'static', null, { port: claim(staticPort, 0.5, ...sources) })
}

export function makeWorker(name: string, command: string, confidence: number, ...sources: Source[]): AppProcess {
  return makeProcess(name, 'worker', claim(command, confidence, ...sources))
}

export function warn(code: string, message: string, hint: string | null, at?: Source | null): AppWarning {
  return { code, message, hint, file: at?.file ?? null, line: at?.line ?? null }
}

export type Dependencies = Map<string, { version: string | null; file: string; line: number | null }>
