import type { App, AppProcess } from '../app.ts'
import { type Claim, claim } from '../claim.ts'
import { type Draft, emptyDraft } from '../draft.ts'
import { nameFor } from '../service-names.ts'

/** One draft per process; those of one app share the image of its first. */
export function draftsOf(apps: readonly App[]): Draft[] {
  const taken = new Set<string>()
  return apps.flatMap((app) => {
    const base = nameFor(baseName(app, apps.length), taken, app.root)
    return app.processes.map((process, index) => {
      const name = index === 0 ? base : nameFor(`${base}-${process.name}`, taken, app.root)
      return draftOf(app, process, name, index === 0 ? null : base)
    })
  })
}

/** In a repository of several apps the folder says more than the manifest does. */
function baseName(app: App, count: number): string {
  const folder = app.root === '.' ? null : app.root.slice(app.root.lastIndexOf('/') + 1)
  const own = app.name?.replace(/^@[^/]*\//, '') ?? null
  return (count > 1 ? (folder ?? own) : (own ?? folder)) ?? app.processes[0]?.name ?? 'web'
}

function draftOf(app: App, process: AppProcess, name: string, sharesImageWith: string | null): Draft {
  const kind = claim(process.kind, app.language.confidence, ...kindSources(app, process))
  return {
    ...emptyDraft(name, app.root, kind),
    app,
    language: app.language,
    framework: app.framework,
    version: app.version,
    packageManager: app.packageManager,
    builder: claim(process.kind === 'static' ? 'static' : 'auto', kind.confidence, ...kind.sources),
    sharesImageWith,
    installCommand: app.installCommand,
    buildCommand: app.buildCommand,
    startCommand: process.startCommand,
    releaseCommand: sharesImageWith === null ? app.releaseCommand : null,
    schedule: process.schedule,
    outputDirectory: process.kind === 'static' ? app.outputDirectory : null,
    port: process.port,
    healthCheck: healthCheckOf(process.healthPath),
  }
}

function kindSources(app: App, process: AppProcess) {
  const best =
    process.kind === 'static' ? app.outputDirectory : (process.schedule ?? process.port ?? process.startCommand)
  return (best ?? app.framework ?? app.language).sources.slice(0, 1)
}

function healthCheckOf(path: Claim<string> | null): Draft['healthCheck'] {
  if (path === null) return null
  return { ...path, value: { type: 'http', path: path.value, command: null } }
}
