/**
 * A new machine of 2 GB on which Longshore is installed with the commands of the documentation page. The images were
 * built here, and the test's own certificate authority replaces the public one.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findComposeImages } from '../../tools/images/find-references.ts'
import { loadBaseImages } from '../fixtures/base-images.ts'
import { bridgeAddress } from '../fixtures/bridge-address.ts'
import { loadCompose } from '../fixtures/compose-plugin.ts'
import { resolveFrom, startDnsServer } from '../fixtures/dns-server.ts'
import { docker, dockerProgram } from '../fixtures/docker.ts'
import { GitServer } from '../fixtures/git-server.ts'
import { ensureInstallImages } from '../fixtures/install-images.ts'
import { type Pebble, startPebble } from '../fixtures/pebble.ts'
import { startTarget, type Target, type TargetOptions } from '../fixtures/target.ts'

export const zone = 'shop.test'
export const dashboardName = `deploy.${zone}`
const page = join(import.meta.dirname, '../../docs/guides')
const memory = '2g'
const loadTimeoutMs = 5 * 60_000
const commandTimeoutMs = 5 * 60_000
const standIns = { restate: 'stand-in:restate', postgres: 'stand-in:postgres' }

export interface InstallTestEnv extends AsyncDisposable {
  readonly target: Target
  readonly pebble: Pebble
  readonly git: GitServer
  /** Bare repositories in it are served by `git`. */
  readonly repositories: string
  /** How the installation reaches the git server. */
  gitUrl(name: string): string
  loadImage(image: string, as: string): Promise<void>
  /** Runs the lines of a documentation block, each in its own shell, in the installation's folder. */
  follow(document: string, block: string, each?: (line: string, ms: number) => void): Promise<string>
}

export interface InstallTestEnvOptions {
  readonly target?: TargetOptions
  /** The install script brings Docker and the images, so nothing is loaded. */
  readonly isBare?: boolean
  /** Images of services that this machine builds, by service. */
  readonly images?: Readonly<Record<string, string>>
  /** Runs before anything is installed on the machine. */
  readonly prepare?: (target: Target) => Promise<void>
}

export async function startInstallTestEnv(options: InstallTestEnvOptions = {}): Promise<InstallTestEnv> {
  await using stack = new AsyncDisposableStack()
  const repositories = await mkdtemp(join(tmpdir(), 'longshore-install-git-'))
  stack.defer(() => rm(repositories, { recursive: true, force: true }))
  const target = stack.use(await startTarget({ publishPorts: [80, 443], ...options.target }))
  await docker(['update', '--memory', memory, '--memory-swap', memory, target.id])
  await options.prepare?.(target)
  const host = await bridgeAddress()
  const git = stack.use(await GitServer.start({ root: repositories, host }))
  const names = [dashboardName, `apps.${zone}`, `*.apps.${zone}`]
  const records = names.map((name) => ({ name, type: 'A' as const, value: target.address }))
  const dns = stack.use(await startDnsServer({ address: '127.0.0.1' }, (question) => resolveFrom(records)(question)))
  const pebble = stack.use(await startPebble({ dns, certificateSeconds: 86_400 }))
  if (options.isBare !== true) {
    await loadTools(target)
    await loadBaseImages(target, ['node:24-slim'])
  }
  await target.mustExec(['mkdir', '-p', '/opt/longshore'])
  const content = overrideOf({ pebble, git: `${host}:${git.port}`, images: options.images ?? {} })
  await target.mustExec(['tee', '/opt/longshore/compose.override.yaml'], { stdin: content })
  const owned = stack.move()
  return {
    target,
    pebble,
    git,
    repositories,
    gitUrl: (name) => `http://${host}:${git.port}/${name}`,
    async loadImage(image, as) {
      await loadInto(target, { [image]: as })
      await nameStandIns(target, as)
    },
    follow: (document, block, each) => follow(target, { document, block }, each),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/**
 * Files that a user downloads elsewhere: the compose plugin, and the images of the database and of Restate, which get
 * their names later.
 */
async function loadTools(target: Target): Promise<void> {
  await loadCompose(target)
  const { restate, postgres } = await ensureInstallImages()
  await loadInto(target, { [restate]: standIns.restate, [postgres]: standIns.postgres })
}

/** The release in the image names the versions that it needs: an earlier one can name others. */
async function nameStandIns(target: Target, image: string): Promise<void> {
  const inside = ['docker', 'run', '--rm', '--network', 'none', '--entrypoint', 'cat', image]
  const compose = await target.mustExec([...inside, '/app/compose.yaml'])
  for (const wanted of findComposeImages(compose))
    for (const [name, standIn] of Object.entries(standIns))
      if (wanted.split(/[/:]/).includes(name)) await target.mustExec(['docker', 'tag', standIn, wanted])
}

async function loadInto(target: Target, images: Readonly<Record<string, string>>): Promise<void> {
  const saved = spawn(dockerProgram, ['save', ...Object.keys(images)], { stdio: ['ignore', 'pipe', 'ignore'] })
  await docker(['exec', '-i', target.id, 'docker', 'load'], { stdin: saved.stdout, deadlineMs: loadTimeoutMs })
  for (const [image, as] of Object.entries(images)) await target.mustExec(['docker', 'tag', image, as])
}

interface Override {
  pebble: Pebble
  git: string
  images: Readonly<Record<string, string>>
}

/** The test's own authority and Git server. Everything else is the default. */
function overrideOf({ pebble, git, images }: Override): string {
  // An earlier image, from which a suite upgrades, knows only the former names.
  const api = { PRIVATE_DOMAIN_SUFFIXES: 'test', DOMAINS_ALLOW: 'test' }
  const authority = { ACME_DIRECTORY_URL: pebble.directory, ACME_CA_CERTIFICATE: pebble.root }
  const former = { ACME_DIRECTORY: pebble.directory, ACME_ROOT: pebble.root }
  const environment = { ...api, ...authority, ...former, OUTBOUND_ALLOW: `public,${git}` }
  const built = Object.fromEntries(Object.entries(images).map(([service, image]) => [service, { image }]))
  return JSON.stringify({ services: { worker: { environment }, api: { environment: api }, ...built } })
}

async function follow(
  target: Target,
  { document, block }: { document: string; block: string },
  each: (line: string, ms: number) => void = () => undefined,
): Promise<string> {
  const text = await readFile(join(page, document), 'utf8')
  const [, lines = ''] = new RegExp(`^\`\`\`sh ${block}(?: [a-z ]+)?\n([\\s\\S]*?)^\`\`\``, 'm').exec(text) ?? []
  if (lines === '') throw new Error(`${document} has no block "sh ${block}"`)
  let said = ''
  for (const line of lines.trim().split('\n')) {
    const typed = line.replaceAll('deploy.example.com', dashboardName)
    const began = performance.now()
    const stdin = `set -euo pipefail\ncd /opt/longshore\n${typed}\n`
    said = await target.mustExec(['bash', '-s'], { stdin, deadlineMs: commandTimeoutMs })
    each(typed, performance.now() - began)
  }
  return said
}
