/**
 * Tests the image without a registry: copies exactly what the Dockerfile copies into an empty folder, installs the
 * production packages there, and starts the processes without settings. They must get as far as rejecting the settings:
 * then the image contains every file and package that they import. The dashboard and the documentation are built in
 * separate folders, from what their stages copy.
 */
import { execFile } from 'node:child_process'
import { access, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type CheckResult, finishCheck } from './finish-check.ts'
import { listFiles, root } from './source-files.ts'

const run = promisify(execFile)
const installTimeoutMs = 120_000
const buildTimeoutMs = 300_000
const startTimeoutMs = 30_000
const refusal = 'The settings are not usable'

/** Their files end up in the image; those of other stages are only used to build. */
const shipped = ['packages', 'app']
interface Site {
  readonly stage: string
  readonly program: string
  /** A folder below the stage's, with files for browsers. */
  readonly assets: string
}

const sites: readonly Site[] = [
  { stage: 'dashboard', program: 'tools/build-dashboard.ts', assets: 'apps/dashboard/dist/assets' },
  { stage: 'docs', program: 'tools/build-docs.ts', assets: 'dist/docs/assets' },
]

const temporary = await mkdtemp(join(tmpdir(), 'longshore-image-'))
const folder = join(temporary, 'image')
const result = await inspect().finally(() => rm(temporary, { recursive: true, force: true }))
finishCheck('image-tree', result)

async function inspect(): Promise<CheckResult> {
  const files = await copyTree(folder, shipped)
  await install(folder, ['--prod', '--filter', '@longshore/server...'])
  const findings: string[] = []
  for (const name of ['api', 'worker']) {
    const output = await start(name)
    if (!output.includes(refusal)) findings.push(`${name} does not start in the image:\n${output.slice(0, 2_000)}`)
  }
  const compiling = await start('compile', { NODE_COMPILE_CACHE: join(folder, '.compiled') })
  if (compiling !== '') findings.push(`the sources cannot be compiled in the image:\n${compiling.slice(0, 2_000)}`)
  for (const name of ['vite', 'typescript', 'react'])
    if (await exists(join(folder, 'node_modules/.pnpm/node_modules', name)))
      findings.push(`the image has ${name} in it`)
  const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')])
  await rm(join(folder, 'apps/server/src/config.ts'))
  const seeds = [{ what: 'loss of a file', caught: !(await start('api')).includes(refusal) }]
  let assets = 0
  for (const site of sites) {
    const built = await build(site)
    if (built === 0) findings.push(`the stage ${site.stage} builds nothing`)
    assets += built
  }
  return { findings, seeds, figures: { files, assets, packagesMb: Number.parseInt(stdout, 10) } }
}

/** Returns the number of files for browsers. */
async function build({ stage, program, assets }: Site): Promise<number> {
  const builder = join(temporary, stage)
  await copyTree(builder, [stage])
  await install(builder, ['--filter', `@longshore/${stage}...`])
  await run(process.execPath, [program], { cwd: builder, timeout: buildTimeoutMs })
  return (await readdir(join(builder, assets)).catch(() => [])).length
}

/**
 * Copies the sources of COPY lines of these stages that come from the checkout, without those that .dockerignore
 * excludes.
 */
async function copyTree(to: string, stages: readonly string[]): Promise<number> {
  const sources = (await readStages()).filter(({ name }) => stages.includes(name)).flatMap((each) => each.copies)
  const isIgnored = await readIgnored()
  const isCopied = (path: string) =>
    sources.some((each) => path === each || path.startsWith(`${each}/`)) && !isIgnored(path)
  const paths = (await listFiles(/./)).filter(isCopied)
  for (const path of paths) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await cp(join(root, path), join(to, path))
  }
  return paths.length
}

/** A stage without a name has an empty one. */
async function readStages(): Promise<{ name: string; copies: string[] }[]> {
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8')
  return dockerfile.split(/^FROM /m).map((text) => ({
    name: /^.+ AS (\S+)$/m.exec(text)?.[1] ?? '',
    copies: [...text.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap((match) =>
      (match[1] ?? '').split(/\s+/).slice(0, -1),
    ),
  }))
}

// Supports the part of the format that our file uses: `*` first, `!path` includes, `**/name` excludes again.
async function readIgnored(): Promise<(path: string) => boolean> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const [first, ...rest] = lines
  const letIn = rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const keptOut = rest.filter((line) => !line.startsWith('!'))
  if (first !== '*' || !keptOut.every((line) => line.startsWith('**/')))
    throw new Error('.dockerignore has another form')
  const names = keptOut.map(
    (line) => new RegExp(`(^|/)${line.slice(3).replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`),
  )
  return (path) =>
    !letIn.some((each) => path === each || path.startsWith(`${each}/`)) || names.some((name) => name.test(path))
}

async function install(cwd: string, args: readonly string[]): Promise<void> {
  const options = { cwd, timeout: installTimeoutMs, env: { ...process.env, CI: 'true' } }
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', ...args], options)
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

async function start(name: string, more: Record<string, string> = {}): Promise<string> {
  const args = ['--disable-proto=delete', 'apps/server/src/main.ts', name]
  const environment = { PATH: process.env.PATH, NODE_ENV: 'production', ...more }
  const options = { cwd: folder, timeout: startTimeoutMs, env: environment }
  return await run(process.execPath, args, options).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}`,
  )
}
