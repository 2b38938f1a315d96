/**
 * What a person's own deployment script does, over the same kind of SSH connection: build by buildx on the forwarded socket,
 * run the container beside the old one, ask until it answers, rename what the proxy reads, stop the old one. No queue, no
 * journal, no checks, no undo, and the source lies on this machine already.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerConnection } from '@longshore/remote/ssh'
import type { RepositoryFile } from '../../e2e/fixtures/repository.ts'

export interface PlainApp {
  readonly name: string
  readonly connection: ServerConnection
  readonly buildx: string
}

const deadlineMs = 60_000
const pollMs = 100

/** Milliseconds from its start to the rename, which is when traffic moves. */
export async function deployPlainly(
  { name, connection, buildx }: PlainApp,
  release: { number: number; files: readonly RepositoryFile[]; useCache: boolean },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-plain-'))
  const run = async (...argv: [string, ...string[]]) => {
    const done = await connection.run(argv, { deadlineMs })
    if (done.exitCode !== 0) throw new Error(`${argv.join(' ')}: ${done.stderr}`)
    return done.stdout.trim()
  }
  try {
    for (const { path, content } of release.files) await writeFile(join(folder, path.toString()), content)
    const began = performance.now()
    const tag = `plain/${name}:${release.number}`
    const container = `plain-${name}-${release.number}`
    const cache = release.useCache ? [] : ['--no-cache']
    await build(
      buildx,
      ['build', '--progress', 'plain', '--provenance=false', ...cache, '--tag', tag, folder],
      connection,
    )
    const words = ['--detach', '--name', container, '--memory', '512m', '--restart', 'always']
    await run('docker', 'run', ...words, tag)
    const address = await run('docker', 'inspect', '--format', '{{.NetworkSettings.IPAddress}}', container)
    await untilAnswers(connection, `http://${address}:3000/`)
    await run('ln', '-sfn', address, `/run/plain-${name}.new`)
    await run('mv', '-T', `/run/plain-${name}.new`, `/run/plain-${name}`)
    const took = performance.now() - began
    const old = `plain-${name}-${release.number - 1}`
    await connection.run(['docker', 'stop', '--time', '10', old], { deadlineMs })
    await connection.run(['docker', 'rm', old], { deadlineMs })
    return took
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function build(program: string, words: readonly string[], connection: ServerConnection): Promise<void> {
  const socket = await connection.dockerSocket({ deadlineMs })
  const home = await mkdtemp(join(tmpdir(), 'longshore-plain-home-'))
  const env = { HOME: home, DOCKER_CONFIG: home, DOCKER_HOST: `unix://${socket}`, PATH: process.env.PATH ?? '' }
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], env })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2_000)
  })
  const [code] = await once(child, 'close')
  await rm(home, { recursive: true, force: true })
  if (code !== 0) throw new Error(`buildx ended with ${code}: ${errors}`)
}

async function untilAnswers(connection: ServerConnection, url: string): Promise<void> {
  for (const deadline = Date.now() + deadlineMs; Date.now() < deadline; await delay(pollMs)) {
    const { exitCode } = await connection.run(
      ['curl', '--silent', '--fail', '--max-time', '2', '--output', '/dev/null', url],
      { deadlineMs },
    )
    if (exitCode === 0) return
  }
  throw new Error(`${url} does not answer`)
}
