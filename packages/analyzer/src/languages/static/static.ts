/** Plain HTML: nothing is built, files are served. */
import type { App } from '../../app.ts'
import { claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { serveFiles } from '../../images/static-image.ts'
import { copy } from '../../images/steps.ts'
import { ancestors, folderOf } from '../folder-paths.ts'
import type { Language } from '../language.ts'
import { makeApp, makeSite } from '../make-app.ts'
import { notDeployed } from '../node/find-shape.ts'
import { dependsOn, readManifest } from '../node/manifest.ts'

/** Common folders for pages if the repository root contains only documentation. */
const usualFolders = /^(?:public|www|web|site|html|htdocs|website|static|frontend|client|ui|app)$/

export const staticFiles: Language = { name: 'static', manifests: [/^index\.html?$/i], detect: detectStatic }

async function detectStatic(folder: Folder): Promise<App | null> {
  const page = folder.has('index.html') ? 'index.html' : folder.has('index.htm') ? 'index.htm' : null
  if (page === null || isInside(folder) || isOfBuilder(folder) || !isLikely(folder)) return null
  if (await isForDevices(folder)) return null
  // Excludes page templates that a program fills in.
  const text = ((await folder.text(page)) ?? '').slice(0, 20_000)
  if (/\{%|\{\{|<%/.test(text) || !/<(?:!doctype|html|body|head|div|h1)/i.test(text)) return null
  const place = source(folder.full(page), null, 'a page without a build')
  return makeApp(folder, {
    language: claim('static', 0.8, place),
    outputDirectory: claim('.', 0.9, place),
    processes: [makeSite(place)],
    image: { context: folder.path, stages: serveFiles(copy(['.'], '/srv'), false), ignore: ['README*', 'LICENSE*'] },
  })
}

/** Electron and similar tools show pages too, but not on a server. */
async function isForDevices(folder: Folder): Promise<boolean> {
  const manifest = await readManifest(folder)
  return manifest !== null && notDeployed.some((name) => dependsOn(manifest, name))
}

/** True for a subfolder of a site. */
function isInside(folder: Folder): boolean {
  return ancestors(folder).some((one) => one.has('index.html') || one.has('index.htm'))
}

/** Vite, Angular, Parcel, and similar tools start from an index.html too. */
function isOfBuilder(folder: Folder): boolean {
  const places = [folder, ...ancestors(folder)]
  return places.some(
    (one) =>
      [
        'package.json',
        'deno.json',
        'deno.jsonc',
        'trunk.toml',
        'Trunk.toml',
        'Cargo.toml',
        'mix.exs',
        'composer.json',
        'Gemfile',
        'manage.py',
        'go.mod',
        'pom.xml',
        'build.gradle',
        'build.gradle.kts',
        'requirements.txt',
        'pyproject.toml',
      ].some((name) => one.has(name)) && !isOnlyTools(one),
  )
}

/** A package.json next to plain pages often contains only a formatter; the node detector handles all others. */
function isOnlyTools(folder: Folder): boolean {
  return (
    folder.has('package.json') &&
    ![
      'deno.json',
      'vite.config.js',
      'vite.config.ts',
      'angular.json',
      'src/main.js',
      'src/main.ts',
      'src/index.js',
      'src/index.tsx',
      'src/main.tsx',
      'composer.json',
      'Gemfile',
      'go.mod',
      'Cargo.toml',
      'requirements.txt',
      'pyproject.toml',
      'manage.py',
      'mix.exs',
    ].some((name) => folder.has(name))
  )
}

function isLikely(folder: Folder): boolean {
  if (folder.path === '.') return true
  const parts = folder.path.split('/')
  return (
    parts.length <= 2 && (usualFolders.test(parts.at(-1) ?? '') || folderOf(folder.path) === '.' || parts[0] === 'apps')
  )
}
