/** Deno: deno.json with tasks, Fresh, and programs that call Deno.serve. */
import type { App } from '../../app.ts'
import { type Claim, claim, type Source, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import type { ImagePlan } from '../../images/image-plan.ts'
import { command, copy, environment, expose, run, stopSignal, user, workdir } from '../../images/steps.ts'
import { lineOfKey } from '../../lines.ts'
import { isRecord, recordAt, textAt } from '../../values.ts'
import { type CodeFile, findLine, readCode } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import type { Language } from '../language.ts'
import { type Dependencies, makeApp, makeProcess } from '../make-app.ts'
import { findCodePort } from '../node/code-port.ts'
import { versionFromFiles } from '../version-files.ts'

export const deno: Language = {
  name: 'deno',
  manifests: [/^deno\.jsonc?$/],
  detect: (folder) => detectDeno(folder, false),
  guess: (folder) => detectDeno(folder, true),
}

async function detectDeno(folder: Folder, isGuess: boolean): Promise<App | null> {
  const file = folder.has('deno.json') ? 'deno.json' : 'deno.jsonc'
  const value = await folder.document(file)
  const text = (await folder.text(file)) ?? ''
  if (!isRecord(value)) return null
  const manifest = { folder, file: folder.full(file), text, value }
  const code = await readCode(folder, (one) => /\.[jt]sx?$/.test(one) && !/(?:_test|\.test)\.[jt]sx?$/.test(one))
  const dependencies = importsOf(manifest)
  const framework = frameworkOf(manifest, dependencies)
  const start = startOf(manifest, code)
  const listens = findLine(code, /\bDeno\.serve\(|\.listen\(|(?:^|[^.\w])serve\(|\bexport default \{ ?fetch/)
  if (start === null || (!isGuess && listens === null && framework === null && !isTask(manifest, 'start'))) return null
  if (isGuess && textAt(value, 'exports') !== null) return null
  const isWeb = listens !== null || framework !== null
  const port = isWeb ? portOf(code, start, framework) : null
  const version = await versionFromFiles(folder, ['.dvmrc', '.deno-version'], ['deno'])
  const build = isTask(manifest, 'build') ? claim('deno task build', 1, place(manifest, 'tasks', 'build')) : null
  const web = makeProcess(isWeb ? 'web' : 'worker', isWeb ? 'web' : 'worker', start, {
    port,
    healthPath: isWeb ? findHealthPath(code) : null,
  })
  const install = folder.has('deno.lock') ? 'deno install --frozen' : 'deno install'
  return makeApp(folder, {
    name: textAt(value, 'name'),
    language: claim('deno', 1, source(manifest.file, 1, 'settings of Deno')),
    framework,
    version,
    packageManager: claim('deno', 1, source(manifest.file, 1, 'Deno gets its packages itself')),
    installCommand: claim(
      install,
      0.9,
      source(folder.full(folder.has('deno.lock') ? 'deno.lock' : file), null, 'packages of Deno'),
    ),
    buildCommand: build,
    processes: [web],
    dependencies,
    image: planImage(folder, {
      version: version?.value ?? null,
      install,
      build: build?.value ?? null,
      start: start.value,
      port: port?.value ?? null,
    }),
  })
}

interface Manifest {
  readonly folder: Folder
  readonly file: string
  readonly text: string
  readonly value: unknown
}

function place(manifest: Manifest, ...keys: string[]): Source {
  const stated = textAt(manifest.value, ...keys) ?? textAt(manifest.value, ...keys, 'command')
  return source(manifest.file, lineOfKey(manifest.text, ...keys), `${keys.join('.')}: ${stated ?? ''}`)
}

function taskOf(manifest: Manifest, name: string): string | null {
  return textAt(manifest.value, 'tasks', name) ?? textAt(manifest.value, 'tasks', name, 'command')
}

function isTask(manifest: Manifest, name: string): boolean {
  return taskOf(manifest, name) !== null
}

/** Reads `npm:express@4`, `jsr:@hono/hono@^4`, and URLs, by the name of the package. */
function importsOf(manifest: Manifest): Dependencies {
  const found: Dependencies = new Map()
  for (const [alias, target] of Object.entries(recordAt(manifest.value, 'imports')).slice(0, 500)) {
    if (typeof target !== 'string') continue
    const { name, version } = packageOf(target) ?? { name: alias, version: null }
    const line = lineOfKey(manifest.text, 'imports', alias)
    for (const one of new Set([name, alias.replace(/\/$/, '')])) found.set(one, { version, file: manifest.file, line })
  }
  return found
}

function packageOf(target: string): { name: string; version: string | null } | null {
  const plain = /^(?:npm|jsr):/.test(target) ? target.slice(4).replace(/^\//, '') : null
  if (plain === null) return null
  const at = plain.indexOf('@', 1)
  return at === -1
    ? { name: plain, version: null }
    : { name: plain.slice(0, at), version: plain.slice(at + 1).split('/')[0] ?? null }
}

const frameworks: readonly (readonly [string, RegExp])[] = [
  ['fresh', /^(?:\$fresh|@fresh\/core|fresh)$/],
  ['hono', /^(?:@hono\/hono|hono)$/],
  ['oak', /^(?:@oak\/oak|oak)$/],
  ['express', /^express$/],
  ['fastify', /^fastify$/],
]

function frameworkOf(manifest: Manifest, dependencies: Dependencies): Claim<string> | null {
  for (const [name, pattern] of frameworks) {
    const found = [...dependencies].find(([one]) => pattern.test(one))
    if (found !== undefined) return claim(name, 1, source(manifest.file, found[1].line, `imports ${found[0]}`))
  }
  return null
}

const entries = [
  'main.ts',
  'main.tsx',
  'server.ts',
  'mod.ts',
  'app.ts',
  'index.ts',
  'src/main.ts',
  'src/server.ts',
  'src/index.ts',
  'main.js',
]

/** Uses the task without its development options; otherwise a common entry file. */
function startOf(manifest: Manifest, code: readonly CodeFile[]): Claim<string> | null {
  for (const name of ['start', 'serve', 'prod', 'production', 'preview']) {
    const task = taskOf(manifest, name)
    if (task === null || /--watch/.test(task)) continue
    const isPlain = /^deno (?:run|serve)\b/.test(task) && !/&&|\|\||;|\$/.test(task)
    return claim(isPlain ? task : `deno task ${name}`, name === 'preview' ? 0.8 : 1, place(manifest, 'tasks', name))
  }
  const file = entries.find((one) => manifest.folder.has(one))
  if (file === undefined) return null
  const served = code.find((one) => one.file === file && one.lines.some((line) => /export default \{/.test(line)))
  const what = source(manifest.folder.full(file), null, 'the file with which such a program begins')
  return claim(served === undefined ? `deno run -A ${file}` : `deno serve -A ${file}`, 0.7, what)
}

function portOf(code: readonly CodeFile[], start: Claim<string>, framework: Claim<string> | null): Claim<number> {
  const flag = /--port[ =](\d{2,5})\b/.exec(start.value)?.[1]
  if (flag !== undefined) return claim(Number(flag), 1, ...start.sources)
  const stated = findCodePort(code)
  if (stated !== null) return stated
  return claim(8000, 0.8, ...(framework ?? start).sources)
}

interface Parts {
  readonly version: string | null
  readonly install: string
  readonly build: string | null
  readonly start: string
  readonly port: number | null
}

function planImage(folder: Folder, { version, install, build, start, port }: Parts): ImagePlan {
  const manifests = ['deno.json', 'deno.jsonc', 'deno.lock', 'package.json'].filter((name) => folder.has(name))
  return {
    context: folder.path,
    ignore: ['_fresh'],
    stages: [
      {
        name: 'run',
        from: `denoland/deno:${version ?? '2'}`,
        note: 'Packages come first: this layer is made again only when the manifest or the lockfile changes.',
        steps: [
          workdir('/app'),
          environment({ DENO_DIR: '/app/.deno', ...(port === null ? {} : { PORT: String(port) }) }),
          run('chown deno:deno /app'),
          user('deno'),
          { do: 'copy', from: null, paths: manifests, to: './', owner: 'deno:deno' },
          run(install),
          { ...copy(['.'], '.'), do: 'copy', from: null, paths: ['.'], to: '.', owner: 'deno:deno' },
          ...(build === null ? [] : [run(build)]),
          ...expose(port),
          stopSignal('SIGTERM'),
          command(start),
        ],
      },
    ],
  }
}
