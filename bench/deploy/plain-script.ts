/**
 * A handwritten deployment script, over the same kind of SSH connection: fetch the branch's commit into an existing
 * clone, build with buildx on the forwarded socket, run the container next to the old one, poll until it responds,
 * rename what the proxy reads, stop the old one. No queue, no journal, no checks, no undo. The fetch counts, because a
 * deployment of a commit starts with it: ours fetches from the same Git server within the compared time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerConnection } from '@longshore/remote/ssh'
import { mustRun } from '../../e2e/fixtures/run.ts'

export interface PlainApp {
  readonly name: string
  /** Its branch main is deployed. */
  readonly repositoryUrl: string
  /** Path of the clone, which is kept. */
  readonly folder: string
  readonly connection: ServerConnection
  readonly buildx: string
}

const deadlineMs = 60_000
const pollMs = 100

/** Milliseconds from its start to the rename, which is when traffic moves. */
export async function deployPlainly(
  { name, repositoryUrl, folder, connection, buildx }: PlainApp,
  release: { number: number; useCache: boolean },
): Promise<number> {
  const run = async (...argv: [string, ...string[]]) => {
    const done = await connection.run(argv, { deadlineMs })
    if (done.exitCode !== 0) throw new Error(`${argv.join(' ')}: ${done.stderr}`)
    return done.stdout.trim()
  }
  const began = performance.now()
  await pull(folder, repositoryUrl)
  const tag = `plain/${name}:${release.number}`
  const container = `plain-${name}-${release.number}`
  const cache = release.useCache ? [] : ['--no-cache']
  await build(
    buildx,
    ['build', '--progress', 'plain', '--provenance=false', ...cache, '--tag', tag, folder],
    connection,
  )
  const args = ['--detach', '--name', container, '--memory', '512m', '--restart', 'always']
  await run('docker', 'run', ...args, tag)
  const address = await run('docker', 'inspect', '--format', '{{.NetworkSettings.IPAddress}}', container)
  await waitUntilItResponds(connection, `http://${address}:3000/`)
  await run('ln', '-sfn', address, `/run/plain-${name}.new`)
  await run('mv', '-T', `/run/plain-${name}.new`, `/run/plain-${name}`)
  const took = performance.now() - began
  const old = `plain-${name}-${release.number - 1}`
  await connection.run(['docker', 'stop', '--time', '10', old], { deadlineMs })
  await connection.run(['docker', 'rm', old], { deadlineMs })
  return took
}

async function pull(folder: string, url: string): Promise<void> {
  if (!existsSync(join(folder, '.git'))) await mustRun(['git', 'init', '--quiet', folder], { deadlineMs })
  await mustRun(['git', '-C', folder, 'fetch', '--quiet', '--depth=1', url, 'main'], { deadlineMs })
  await mustRun(['git', '-C', folder, 'reset', '--quiet', '--hard', 'FETCH_HEAD'], { deadlineMs })
}

async function build(program: string, args: readonly string[], connection: ServerConnection): Promise<void> {
  const socket = await connection.dockerSocket({ deadlineMs })
  const home = await mkdtemp(join(tmpdir(), 'longshore-plain-home-'))
  const env = { HOME: home, DOCKER_CONFIG: home, DOCKER_HOST: `unix://${socket}`, PATH: process.env.PATH ?? '' }
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2_000)
  })
  const [code] = await once(child, 'close')
  await rm(home, { recursive: true, force: true })
  if (code !== 0) throw new Error(`buildx ended with ${code}: ${errors}`)
}

async function waitUntilItResponds(connection: ServerConnection, url: string): Promise<void> {
  for (const deadline = Date.now() + deadlineMs; Date.now() < deadline; await delay(pollMs)) {
    const { exitCode } = await connection.run(
      ['curl', '--silent', '--fail', '--max-time', '2', '--output', '/dev/null', url],
      { deadlineMs },
    )
    if (exitCode === 0) return
  }
  throw new Error(`${url} does not answer`)
}
