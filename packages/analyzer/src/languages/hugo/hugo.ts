/** Hugo: a static site that one program builds, without a package manager. */
import type { App } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import { Folder } from '../../folder.ts'
import type { ImagePlan } from '../../images/image-plan.ts'
import { serveFiles } from '../../images/static-image.ts'
import { copy, copyFrom, environment, run, user, workdir } from '../../images/steps.ts'
import { type CodeFile, findLine, readFiles, sourceAt, sourceOf } from '../code/code-file.ts'
import { baseName, joinPath, ownFiles } from '../folder-paths.ts'
import type { Language } from '../language.ts'
import { makeApp, makeSite } from '../make-app.ts'
import { isOlder, versionFromFiles } from '../version-files.ts'

const settings = /^hugo\.(?:toml|ya?ml|json)$/
/** The name before Hugo 0.110; other programs use it too. */
const oldSettings = /^config\.(?:toml|ya?ml|json)$/
const settingFiles = ['toml', 'yaml', 'yml', 'json'].flatMap((end) =>
  ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].map((name) => `${name}.${end}`),
)

/** Images of the Hugo project; the oldest one that is known to exist. */
const defaultVersion = '0.164.0'
const oldestImage = '0.148.1'

export const hugo: Language = {
  name: 'hugo',
  manifests: [settings, oldSettings],
  detect: async (folder) => await detectHugo(siteOf(folder)),
}

/** Settings can be in a separate folder, two levels below the site. */
function siteOf(folder: Folder): Folder {
  const above = /^(?:(.+)\/)?config\/_default$/.exec(folder.path)
  return above === null ? folder : new Folder(folder.repository, above[1] ?? '.')
}

async function detectHugo(folder: Folder): Promise<App | null> {
  const files = await readFiles(folder, settingFiles)
  const [first] = files
  // A theme includes a demo site.
  if (first === undefined || !isSite(folder, files) || baseName(folder.path) === 'exampleSite') return null
  const where = sourceAt(first, 1, 'configuration of Hugo')
  const version = await findVersion(folder)
  const build = claim('hugo --gc --minify', 0.9, where)
  const output = outputOf(files) ?? claim('public', 0.95, where)
  return makeApp(folder, {
    language: claim('static', 1, where),
    framework: claim('hugo', 1, where),
    version,
    buildCommand: build,
    outputDirectory: output,
    processes: [makeSite(where)],
    image: planImage(folder, { version, build: build.value, output: output.value }),
  })
}

function isSite(folder: Folder, files: readonly CodeFile[]): boolean {
  const isNamed = files.some((code) => settings.test(baseName(code.file)))
  const has = (name: string) => folder.files().some((file) => file.startsWith(`${name}/`))
  if (isNamed) return has('content') || has('layouts') || has('themes')
  return (has('content') || has('archetypes')) && findLine(files, /^["']?baseURL["']?[ \t]*[:=]/i) !== null
}

function outputOf(files: readonly CodeFile[]): Claim<string> | null {
  const hit = findLine(files, /^[ \t]{0,8}["']?publishDir["']?[ \t]{0,8}[:=][ \t]{0,8}["']?([\w./-]{1,80})/i)
  const path = hit === null ? null : joinPath('.', hit.match[1] ?? '')
  return hit === null || path === null || path === '.' ? null : claim(path, 1, sourceOf(hit))
}

/** Reads version managers, and the variable that static site hosts use. */
async function findVersion(folder: Folder): Promise<Claim<string> | null> {
  const named = await versionFromFiles(folder, [], ['hugo', 'gohugo'])
  if (named !== null) return named
  const hit = findLine(
    await readFiles(folder, ['netlify.toml', 'vercel.json', 'render.yaml']),
    /\bHUGO_VERSION["']?[ \t]{0,8}[:=][ \t]{0,8}["']?v?(\d{1,3}\.\d{1,4}(?:\.\d{1,4})?)/,
  )
  return hit === null
    ? null
    : claim(
        hit.match[1] ?? '',
        1,
        source(hit.code.folder.full(hit.code.file), hit.line, `HUGO_VERSION ${hit.match[1]}`),
      )
}

function planImage(
  folder: Folder,
  { version, build, output }: { version: Claim<string> | null; build: string; output: string },
): ImagePlan {
  const stated = /^\d+\.\d+\.\d+$/.test(version?.value ?? '') ? (version?.value ?? defaultVersion) : defaultVersion
  const tag = isOlder(stated, oldestImage) ? defaultVersion : stated
  // PostCSS and Tailwind CSS: Hugo runs these tools from node_modules.
  const packages = ownFiles(folder).includes('package.json')
    ? [run(ownFiles(folder).includes('package-lock.json') ? 'npm ci' : 'npm install', '/root/.npm')]
    : []
  return {
    context: folder.path,
    ignore: [output, 'resources/_gen', '.hugo_build.lock'],
    stages: [
      {
        name: 'build',
        from: `ghcr.io/gohugoio/hugo:v${tag}`,
        note: null,
        steps: [
          user('root'),
          workdir('/src'),
          environment({ HUGO_ENVIRONMENT: 'production', HUGO_CACHEDIR: '/cache' }),
          copy(['.'], '.'),
          ...packages,
          run(build, '/cache'),
        ],
      },
      ...serveFiles(copyFrom('build', `/src/${output}`, '/srv'), false),
    ],
  }
}
