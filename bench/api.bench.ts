/**
 * HTTP layer compared with bare Fastify and pg sending the same statements: an authenticated list and a create.
 *
 * Bars: list at least 0.7, create at least 0.6 of bare; the list falls short of its bar (0.67). --quick holds a floor of 0.5
 * instead.
 *
 * @tier all
 * @budget 120
 * @alone
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { createSetupLink } from '../apps/server/src/testing/internals/accounts.ts'
import { createDatabase } from '../apps/server/src/testing/internals/database.ts'
import { brandId, decodeId } from '../apps/server/src/testing/internals/ids.ts'
import { generateIdentity } from '../apps/server/src/testing/internals/secrets.ts'
import { startPostgres } from '../apps/server/src/testing/postgres.ts'
import { isQuick } from '../e2e/support/command-line.ts'
import { freePorts } from '../e2e/support/free-ports.ts'
import { percentile, Report } from '../e2e/support/report.ts'
import { itemsTable } from './support/items-module.ts'

const report = new Report('api')
// Fixed for both forms: three rounds ranged from 0.68 to 0.93 on one machine.
const rounds = 7
const seconds = isQuick ? 2 : 5
const connections = 20
const wanted = { list: 0.7, create: 0.6 }
/**
 * CI only guards against regressions: the list is at 0.67 and misses its target. The full form enforces the targets.
 */
const floors = { list: 0.5, create: 0.5 }
const bars = isQuick ? floors : wanted

await using postgres = await startPostgres({ durable: true })
const folder = await mkdtemp(join(tmpdir(), 'longshore-bench-'))
const children: ChildProcess[] = []
try {
  const databaseUrl = await postgres.createDatabase()
  await execute(databaseUrl, itemsTable)
  const environment = await settingsFor(databaseUrl)
  const captureFile = join(folder, 'statements.jsonl')
  const [probePort = 0, oursPort = 0, barePort = 0] = await freePorts(3)
  const probe = await start(
    'longshore-server.ts',
    { ...environment, API_PORT: String(probePort), CAPTURE_FILE: captureFile },
    ['--import', join(import.meta.dirname, 'support/capture-statements.ts')],
  )
  const account = await signUp(databaseUrl, probePort)
  const recording = await record(captureFile, probePort, account)
  probe.kill('SIGKILL')
  await writeFile(join(folder, 'recording.json'), JSON.stringify(recording))
  await start('longshore-server.ts', { ...environment, API_PORT: String(oursPort) })
  await start('bare-server.ts', {
    DATABASE_URL: databaseUrl,
    API_PORT: String(barePort),
    RECORDING: join(folder, 'recording.json'),
  })
  await measure({
    ours: `http://127.0.0.1:${oursPort}/api/v1/bench-items`,
    bare: `http://127.0.0.1:${barePort}/bench-items`,
    token: account.token,
  })
} finally {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
}
await postgres[Symbol.asyncDispose]()
report.finish()

async function measure(target: { ours: string; bare: string; token: string }): Promise<void> {
  for (const operation of ['list', 'create'] as const) {
    const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
    // One round to warm up both, then alternate: other load on the machine affects both.
    for (let round = -1; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
        const rate = await load(target[side], operation, target.token)
        if (round >= 0) rates[side].push(rate)
      }
    }
    const ratio = percentile(
      rates.ours.map((rate, index) => rate / (rates.bare[index] ?? Number.NaN)),
      0.5,
    )
    report.figure(`${operation}_ours`, Math.round(percentile(rates.ours, 0.5)))
    report.figure(`${operation}_bare`, Math.round(percentile(rates.bare, 0.5)))
    report.figure(`${operation}_ratio`, ratio.toFixed(2))
    report.figure(`${operation}_wanted`, wanted[operation])
    report.expect(ratio >= bars[operation], `${operation}: ${ratio.toFixed(2)} of bare, wanted ${bars[operation]}`)
  }
}

async function load(url: string, operation: 'list' | 'create', token: string): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(operation === 'list'
      ? {}
      : { method: 'POST', body: JSON.stringify({ name: 'an item', note: 'x'.repeat(100) }) }),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    const sample = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    throw new Error(
      `${url}: ${result.non2xx} refused, ${result.errors} errors; now ${sample.status} ${await sample.text()}`,
    )
  }
  return result.requests.average
}

async function record(captureFile: string, port: number, account: Awaited<ReturnType<typeof signUp>>) {
  const url = `http://127.0.0.1:${port}/api/v1/bench-items`
  const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' }
  const captured = async (request: () => Promise<Response>) => {
    await writeFile(captureFile, '')
    const response = await request()
    if (!response.ok) throw new Error(await response.text())
    const lines = (await readFile(captureFile, 'utf8')).trim().split('\n')
    return lines.map((line) => JSON.parse(line)).filter((each) => !each.text.startsWith('listen'))
  }
  const body = JSON.stringify({ name: 'an item', note: 'x'.repeat(100) })
  for (let count = 0; count < 30; count += 1) await fetch(url, { method: 'POST', headers, body })
  const create = await captured(() => fetch(url, { method: 'POST', headers, body }))
  const list = await captured(() => fetch(url, { headers }))
  return { fixedIds: account.ids, list, create }
}

async function signUp(databaseUrl: string, port: number): Promise<{ token: string; ids: string[] }> {
  await using database = createDatabase({ url: databaseUrl, poolSize: 2, applicationName: 'bench' })
  const setupToken = await createSetupLink(database)
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', password: 'tangerine rocket umbrella', setupToken }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(text)
  const session = JSON.parse(text)
  const claims = JSON.parse(Buffer.from(session.accessToken.split('.')[1], 'base64url').toString())
  const ids = [
    decodeId('usr', session.user.id),
    decodeId('org', session.user.organizations[0].id),
    decodeId('ses', claims.sid),
  ]
  return { token: session.accessToken, ids: ids.map((id) => brandId(id ?? '')) }
}

async function settingsFor(databaseUrl: string): Promise<Record<string, string>> {
  const { recipient } = await generateIdentity()
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://127.0.0.1',
    LINK_SOCKET: join(folder, 'link.sock'),
    LINK_KEY: randomBytes(32).toString('base64'),
    API_DERIVE_KEY: randomBytes(32).toString('base64'),
    API_METRICS_PORT: '0',
    SEALING_RECIPIENT: recipient,
    API_REQUESTS_PER_MINUTE: '1000000',
  }
}

async function start(
  file: string,
  environment: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-proto=delete', '--max-semi-space-size=8', ...nodeOptions, join(import.meta.dirname, 'support', file)],
    {
      env: { PATH: process.env.PATH ?? '', ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  children.push(child)
  await new Promise<void>((resolve, reject) => {
    let text = ''
    child.stderr?.on('data', (chunk) => {
      text += chunk
      if (text.includes('ready')) resolve()
    })
    child.once('exit', () => reject(new Error(`${file} ended: ${text}`)))
  })
  return child
}

async function execute(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}
