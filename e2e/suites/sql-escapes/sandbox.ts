/**
 * The layers behind validation: every attempt goes straight to the client, as if it had passed. The test searches this
 * machine, the server and the database for its marks; its output shows whether it ran at all.
 */
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { type DataRuntime, imageShell, type Runtime } from '@longshore/remote/runtime'
import {
  createPasswords,
  type EngineSandbox,
  engineSandboxes,
  type Sandbox,
  SqlRefusedError,
  SqlScanner,
  sandboxClient,
  sandboxDatabase,
} from '../../../apps/server/src/testing/internals/backups.ts'
import { newId } from '../../../apps/server/src/testing/internals/ids.ts'
import type { Target } from '../../fixtures/target.ts'
import { eventually } from '../../support/eventually.ts'
import type { Report } from '../../support/report.ts'
import { type Attempt, attempts } from './attempts.ts'

export interface Walls {
  readonly report: Report
  readonly target: Target
  readonly runtime: Runtime & DataRuntime
}

const call = { signal: new AbortController().signal }
const readyMs = 120_000
const limits = { statements: 1_000, statementBytes: 1 << 20 }

export async function proveWalls(testEnv: Walls): Promise<void> {
  const found = { executed: 0, inSandbox: 0, notRefused: 0 }
  for (const engine of ['postgres', 'mariadb'] as const) await proveEngine(testEnv, engine, found)
  testEnv.report.figure('attempts', attempts.length)
  testEnv.report.figure('executed', found.executed)
  testEnv.report.figure('executedInSandbox', found.inSandbox)
  testEnv.report.figure('passedTheText', found.notRefused)
}

type Found = { executed: number; inSandbox: number; notRefused: number }

async function proveEngine({ report, target, runtime }: Walls, engine: Attempt['engine'], found: Found): Promise<void> {
  const kind = engineSandboxes[engine]
  const id = randomUUID().slice(0, 8)
  const reference = engine === 'postgres' ? 'postgres:15' : 'mariadb:11'
  const image = await target.mustExec(['docker', 'image', 'inspect', '--format', '{{.Id}}', reference])
  const serviceId = newId('svc')
  const name = `longshore-walls-${engine}-restore`
  const volume = `longshore-walls-${engine}`
  const sandbox: Sandbox = {
    name,
    passwords: createPasswords(),
    site: {
      ...{ organizationId: newId('org'), environmentId: newId('env'), service: { id: serviceId, name: 'db' } },
      ...{ kind: engine, image, reference },
      access: { host: 'db', username: 'app', databaseName: 'app', password: randomUUID().replaceAll('-', '') },
    },
  }
  await runtime.ensureVolume({ name: volume, labels: {} }, call)
  await runtime.startContainer(sandboxDatabase(sandbox, { volume, memoryBytes: 512 << 20 }), call)
  await eventually(`${engine} is ready`, () => isReady(runtime, sandbox, kind), { withinMs: readyMs })
  await mustRun(runtime, name, kind.prepare)
  const own = attempts.filter((each) => each.engine === engine)
  for (const [index, attempt] of own.entries()) {
    const mark = `canary-${id}-${index}`
    const text = attempt.sql({
      program: `touch /var/tmp/${mark}; echo ${mark}-$((6*7))`,
      file: `/var/tmp/${mark}`,
      port: 1,
    })
    const refused = refusalOf(kind, text)
    found.notRefused += refused === null ? 1 : 0
    const isAsSaid = (refused === null) === (attempt.stopsAt !== 'text')
    report.expect(isAsSaid, `${engine}, ${attempt.name}: ${refused ?? 'not refused by its text'}`)
    const { said, exitCode } = await feed(runtime, sandbox, kind, text)
    const ran = said.includes(`${mark}-42`)
    found.inSandbox += ran ? 1 : 0
    report.expect(!ran, `${engine}, ${attempt.name} ran in the sandbox: ${said.slice(0, 300)}`)
    if (attempt.stopsAt === 'database')
      report.expect(exitCode !== 0, `${engine}, ${attempt.name}: the database took it: ${said.slice(0, 300)}`)
  }
  await expectStillOrdinary({ report, runtime, sandbox, kind })
  const marks = [...(await marksHere(id)), ...(await marksOn(target, id))]
  found.executed += marks.length
  report.expect(marks.length === 0, `marks of ${engine}: ${marks.join(', ')}`)
  await expectNoWay({ report, runtime, sandbox, target })
  await mustRun(runtime, name, kind.finish)
  await runtime.stopContainer(name, { ...call, graceSeconds: 30 })
  await runtime.removeContainer(name, call)
  await runtime.removeVolume(volume, call)
}

/** Ordinary SQL is imported by a role without special privileges. */
async function expectStillOrdinary({
  report,
  runtime,
  sandbox,
  kind,
}: Omit<Walls, 'target'> & { sandbox: Sandbox; kind: EngineSandbox }): Promise<void> {
  const isPostgres = sandbox.site.kind === 'postgres'
  const text = isPostgres
    ? "CREATE TABLE proof (a int);\nCOPY proof FROM stdin;\n1\n\\.\nDO $$ BEGIN ASSERT NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user), 'superuser'; END $$;\n"
    : 'CREATE TABLE proof (a int);\nINSERT INTO proof VALUES (1);\n'
  const { exitCode, said } = await feed(runtime, sandbox, kind, text)
  report.expect(exitCode === 0, `ordinary SQL for ${sandbox.site.kind}: ${said}`)
  if (isPostgres) return
  const grants = await feed(runtime, sandbox, kind, 'SHOW GRANTS;\n')
  report.expect(!/SUPER|FILE|ALL PRIVILEGES ON \*\.\*/.test(grants.said), `the role of the file may: ${grants.said}`)
}

/** The client's own view: no network, no writable file, no privileges. */
async function expectNoWay({ report, runtime, sandbox, target }: Walls & { sandbox: Sandbox }): Promise<void> {
  // Uses only shell builtins, because the shell can't start a program.
  const script = `for f in / /var/tmp /tmp /dev/shm /run /var/lib/postgresql/data /var/lib/mysql; do [ -w $f ] && : >$f/x && echo wrote $f; done
echo net /sys/class/net/*
while read -r line; do case $line in Uid:*|CapEff:*|NoNewPrivs:*) echo $line;; esac; done </proc/self/status
while read -r _ path type _; do case $type$path in tmpfs*) ;; */var/lib/*) echo mount $path;; esac; done </proc/self/mounts
/bin/echo started`
  const spec = sandboxClient(sandbox, imageShell(script))
  const { result } = await runtime.runPiped(spec, { ...call, use: collect })
  const lines = result.trim().split('\n')
  report.expect(lines.includes('net /sys/class/net/lo'), `the client has a network: ${result}`)
  report.expect(!/wrote|mount|started/.test(result), `the client may write, mount or start: ${result}`)
  report.expect(/CapEff: 0{16}/.test(result) && /NoNewPrivs: 1/.test(result), `the client may: ${result}`)
  report.expect(/Uid: [1-9]\d{5,}/.test(result), `the client has a user: ${result}`)
  const inspected = await target.mustExec([
    'docker',
    'inspect',
    '--format',
    '{{.HostConfig.NetworkMode}}',
    sandbox.name,
  ])
  report.expect(inspected === 'none', `the database of an import has the network ${inspected}`)
}

function refusalOf(kind: EngineSandbox, text: string): string | null {
  const scanner = new SqlScanner(kind.dialect(), limits)
  try {
    scanner.push(Buffer.from(text))
    scanner.end()
    return null
  } catch (error) {
    if (!(error instanceof SqlRefusedError)) throw error
    return error.message
  }
}

async function feed(runtime: Runtime & DataRuntime, sandbox: Sandbox, kind: EngineSandbox, text: string) {
  const { output: ability } = await runtime.execIn(sandbox.name, kind.ability, call)
  const command = kind.client(sandbox.site.access, { ability, guard: randomUUID().replaceAll('-', '') })
  async function* input(): AsyncGenerator<Buffer> {
    yield Buffer.from(text)
  }
  const { result, errors, exitCode } = await runtime.runPiped(sandboxClient(sandbox, command), {
    ...call,
    deadlineMs: 60_000,
    input: input(),
    use: collect,
  })
  return { said: `${result}${errors}`, exitCode }
}

async function collect(output: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of output) parts.push(part)
  return Buffer.concat(parts).toString()
}

async function isReady(runtime: Runtime, { name, site }: Sandbox, _kind: EngineSandbox): Promise<boolean> {
  const check =
    site.kind === 'postgres'
      ? (['pg_isready', '-h', '127.0.0.1'] as const)
      : (['mariadb-admin', '--host=127.0.0.1', 'ping'] as const)
  return await runtime.execIn(name, check, call).then(
    ({ exitCode }) => exitCode === 0,
    () => false,
  )
}

async function mustRun(runtime: Runtime, name: string, script: string): Promise<void> {
  const { exitCode, output } = await runtime.execIn(name, imageShell(script), call)
  if (exitCode !== 0) throw new Error(`a script around the file ended with ${exitCode}: ${output}`)
}

async function marksHere(id: string): Promise<string[]> {
  const names = await Promise.all(['/var/tmp', '/tmp'].map((folder) => readdir(folder)))
  return names.flat().filter((each) => each.startsWith(`canary-${id}`))
}

/** Includes every container's files and volumes, because they are below the server's own. */
async function marksOn(target: Target, id: string): Promise<string[]> {
  const found = await target.mustExec([
    'find',
    '/',
    '-path',
    '/proc',
    '-prune',
    '-o',
    '-name',
    `canary-${id}*`,
    '-print',
  ])
  return found.split('\n').filter((line) => line !== '')
}
