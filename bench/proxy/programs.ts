/**
 * The programs of a run. Bare Caddy is built with the go.mod of packages/proxy, so both have the same versions of
 * everything.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findGo } from '../../e2e/fixtures/go.ts'
import { ensureProxyProgram, goFlags, proxySources } from '../../e2e/fixtures/proxy-program.ts'
import { mustRun } from '../../e2e/fixtures/run.ts'

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }
const buildTimeoutMs = 30 * 60_000
const caddyModule = /github\.com\/caddyserver\/caddy\/v2\s+(v\S+)/

export interface Programs extends AsyncDisposable {
  /** Everything of a run is below it. */
  readonly folder: string
  readonly ours: string
  readonly caddy: string
  readonly app: string
  readonly load: string
  /** The version of Caddy in both proxies. */
  readonly version: string
}

export async function buildPrograms(): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-proxy-bench-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const programs = await ensureProxyProgram()
    const ours = join(programs, `longshore-proxy-${architectures[process.arch] ?? process.arch}`)
    const [caddy, app, load] = [join(folder, 'caddy'), join(folder, 'app'), join(folder, 'load')]
    await build('caddy', caddy, [`-modfile=${join(proxySources, 'go.mod')}`])
    await build('app', app)
    await build('load', load)
    const version = await versionOf(ours)
    const other = await versionOf(caddy)
    if (version !== other) throw new Error(`our proxy has Caddy ${version}, and bare Caddy is ${other}`)
    return { folder, ours, caddy, app, load, version, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Both proxies with a profiler, which the product doesn't have. */
export async function buildForProfiles(programs: Programs): Promise<Programs> {
  const [ours, caddy] = [join(programs.folder, 'profiled-ours'), join(programs.folder, 'profiled-caddy')]
  const overlay = join(programs.folder, 'overlay.json')
  const hook = join(import.meta.dirname, 'caddy/profile.go')
  await writeFile(overlay, JSON.stringify({ Replace: { [join(proxySources, 'profile.go')]: hook } }))
  const flags = ['-tags', 'profile', '-trimpath', '-buildvcs=false']
  const options = { deadlineMs: buildTimeoutMs, environment: { CGO_ENABLED: '0' } }
  const go = await findGo()
  await mustRun([go, 'build', '-C', proxySources, ...flags, '-overlay', overlay, '-o', ours, '.'], options)
  const modfile = `-modfile=${join(proxySources, 'go.mod')}`
  await mustRun([go, 'build', '-C', import.meta.dirname, ...flags, modfile, '-o', caddy, './caddy'], options)
  return { ...programs, ours, caddy }
}

async function build(name: string, program: string, more: readonly string[] = []): Promise<void> {
  const options = { deadlineMs: buildTimeoutMs, environment: { CGO_ENABLED: '0' } }
  await mustRun(
    [await findGo(), 'build', '-C', import.meta.dirname, ...goFlags, ...more, '-o', program, `./${name}`],
    options,
  )
}

async function versionOf(program: string): Promise<string> {
  const [, version] = caddyModule.exec(await mustRun([await findGo(), 'version', '-m', program])) ?? []
  if (version === undefined) throw new Error(`${program} has no Caddy`)
  return version
}
