/**
 * A registry on the target's own loopback that is empty and requires a password. It shows that users see Docker
 * Engine's error and that the credential arrives.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createImageRuntime } from '@longshore/remote/images'
import { RuntimeError } from '@longshore/remote/runtime'
import type { ServerConnection } from '@longshore/remote/ssh'
import { ensureProxyProgram } from '../../fixtures/proxy-program.ts'
import type { Target } from '../../fixtures/target.ts'
import type { Report } from '../../support/report.ts'

const port = 5_010
const host = `127.0.0.1:${port}`
const wanted = `Basic ${Buffer.from('someone:pass:word').toString('base64')}`
const program = `require('node:http').createServer((request, response) => {
  const { authorization } = request.headers
  if (authorization !== ${JSON.stringify(wanted)})
    return response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end('{"errors":[{"code":"UNAUTHORIZED"}]}')
  console.log('let in', request.url)
  if (request.url === '/v2/') return response.end('{}')
  response.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":[{"code":"MANIFEST_UNKNOWN","message":"manifest unknown"}]}')
}).listen(${port}, '127.0.0.1', () => console.log('listens'))`

const credential = { host, username: 'someone', password: 'pass:word' }
const limits = { memoryBytes: 3e8, cpus: 1, pids: 100, timeMs: 60_000, outputBytes: 1e6, diskReserveBytes: 1e6 }

export async function tryRegistry(
  report: Report,
  target: Target,
  { connection, buildx }: { connection: ServerConnection; buildx: string },
): Promise<void> {
  const name = 'registry-of-the-suite'
  await target.mustExec([
    'docker',
    'run',
    '--detach',
    '--name',
    name,
    '--network',
    'host',
    'node:24-slim',
    'node',
    '-e',
    program,
  ])
  await waitUntilItListens(target, name)
  const runtime = createImageRuntime(connection, {
    instance: 'suite',
    buildxProgram: buildx,
    limitsDirectory: await ensureProxyProgram(),
  })
  const signal = AbortSignal.timeout(60_000)
  const pull = (reference: string, given: typeof credential | null) =>
    codeOf(runtime.pull(reference, { signal, credential: given }))
  const folder = await mkdtemp(join(tmpdir(), 'longshore-registry-'))
  try {
    const dockerfile = join(folder, 'Dockerfile')
    await writeFile(dockerfile, `FROM ${host}/a/base:1\n`)
    const build = (registries: (typeof credential)[]) =>
      codeOf(
        runtime.build(
          {
            tag: 'longshore/suite:1',
            labels: {},
            contextDirectory: folder,
            dockerfile,
            target: null,
            arguments: [],
            secrets: [],
            registries,
            useCache: true,
            cacheNamespace: 'limits',
            limits,
          },
          { signal, onOutput: () => undefined },
        ),
      )
    const seen = {
      pullRefused: await pull(`${host}/a/b:1`, null),
      pullWrongPassword: await pull(`${host}/a/b:1`, { ...credential, password: 'x' }),
      pullMissing: await pull(`${host}/a/b:1`, credential),
      pullUnreachable: await pull('127.0.0.1:5011/a/b:1', null),
      buildRefused: await build([]),
      buildMissing: await build([credential]),
    }
    const right = {
      pullRefused: 'registry_refused',
      pullWrongPassword: 'registry_refused',
      pullMissing: 'image_not_found',
      pullUnreachable: 'registry_unreachable',
      buildRefused: 'registry_refused',
      buildMissing: 'image_not_found',
    }
    for (const [key, code] of Object.entries(right))
      report.expect(Reflect.get(seen, key) === code, `${key} is reported as ${Reflect.get(seen, key)}, not ${code}`)
    const log = await target.mustExec(['docker', 'logs', name])
    report.expect(log.includes('/v2/a/b/manifests/1'), 'the credential did not arrive with a pull')
    report.expect(log.includes('/v2/a/base/manifests/1'), 'the credential did not arrive with a build')
  } finally {
    await rm(folder, { recursive: true, force: true })
    await target.exec(['docker', 'rm', '--force', name])
  }
}

async function waitUntilItListens(target: Target, name: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(100))
    if ((await target.mustExec(['docker', 'logs', name])).includes('listens')) return
  throw new Error('the registry of the suite did not start')
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'none'
  } catch (error) {
    return error instanceof RuntimeError ? error.code : String(error)
  }
}
