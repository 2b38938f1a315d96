/**
 * Selects the deployable apps from what the detectors found. A Rails, Laravel, or Django app with a package.json is one
 * app: its own language builds the assets. A folder that another app's build includes is part of that app.
 */
import type { App } from '../app.ts'

export function keepDeployable(apps: readonly App[]): App[] {
  const byRoot = new Map<string, App[]>()
  for (const app of apps) byRoot.set(app.root, [...(byRoot.get(app.root) ?? []), app])
  const kept = [...byRoot.values()].flatMap(keepInFolder)
  return kept.filter((app) => !isFilesOfAnother(app, kept) && !isBuiltByAnother(app, kept))
}

function keepInFolder(apps: readonly App[]): App[] {
  if (apps.length < 2) return [...apps]
  const serving = apps.filter((app) => app.framework !== null && app.outputDirectory === null)
  // Two servers in one folder (Next.js before FastAPI) are two apps; a server and a bundler are one.
  if (serving.length > 0) return serving
  const running = apps.filter(
    (app) => app.outputDirectory === null && app.processes.some((one) => one.startCommand !== null),
  )
  const rest = running.length > 0 ? running : apps
  return rest.toSorted((a, b) => sureness(b) - sureness(a)).slice(0, 1)
}

function sureness(app: App): number {
  return app.language.confidence + (app.framework?.confidence ?? 0)
}

/** An app serves the plain HTML below it. */
function isFilesOfAnother(app: App, all: readonly App[]): boolean {
  return app.language.value === 'static' && all.some((other) => other !== app && isInside(app.root, other.root))
}

/**
 * With `cd client && npm run build` or `npm run build --prefix client`, the outer app builds and serves the inner one.
 */
function isBuiltByAnother(app: App, all: readonly App[]): boolean {
  return all.some((other) => {
    if (other === app || other.outputDirectory !== null || !isInside(app.root, other.root)) return false
    const folder = other.root === '.' ? app.root : app.root.slice(other.root.length + 1)
    const buildSources = (other.buildCommand?.sources ?? []).map((one) => one.what).join('\n')
    return takesIn(`${other.buildCommand?.value ?? ''}\n${buildSources}`, folder)
  })
}

function takesIn(text: string, folder: string): boolean {
  const marks = [
    `cd ${folder}`,
    `cd ./${folder}`,
    `--prefix ${folder}`,
    `--prefix ./${folder}`,
    `--prefix=${folder}`,
    `--cwd ${folder}`,
    `-C ${folder}`,
  ]
  return marks.some((mark) => {
    const index = text.indexOf(mark)
    return index !== -1 && !/[\w/-]/.test(text.charAt(index + mark.length))
  })
}

function isInside(folder: string, outer: string): boolean {
  return folder !== outer && (outer === '.' || folder.startsWith(`${outer}/`))
}
