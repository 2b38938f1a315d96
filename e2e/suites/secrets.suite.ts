/**
 * Secrets at rest: none in dumps, files, logs or responses; the api process can't open them, nor get the
 * keys over the private link; key rotation survives kills.
 *
 * @tier gate
 * @budget 60
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createDatabase } from '../../apps/server/src/testing/internals/database.ts'
import { createLinkClient, createLinkServer } from '../../apps/server/src/testing/internals/link.ts'
import { createLog } from '../../apps/server/src/testing/internals/log.ts'
import {
  contextOf,
  createSealer,
  createUnsealer,
  generateIdentity,
  type Sealer,
  Secret,
  type Unsealer,
} from '../../apps/server/src/testing/internals/secrets.ts'
import { startPostgres, type TestPostgres } from '../../apps/server/src/testing/postgres.ts'
import { seedAll, suiteCalls, suiteSecrets, suiteTables } from '../../apps/server/src/testing/secret-sinks.ts'
import { encodingsOf, findSentinels, newSentinel, type Sentinel } from '../../apps/server/src/testing/sentinels.ts'
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { decodeIdentity } from '../support/age-identity.ts'
import { isQuick } from '../support/command-line.ts'
import { memoryHolds } from '../support/process-memory.ts'
import { Report } from '../support/report.ts'
import { askByLink } from './secrets/link-calls.ts'

const run = promisify(execFile)
const rowCount = isQuick ? 600 : 10_000
const killCount = isQuick ? 4 : 20
const report = new Report('secrets')
const support = join(import.meta.dirname, '../support')

const old = await generateIdentity()
const fresh = await generateIdentity()
const linkKey = new Secret(randomBytes(32))
const deriveKey = new Secret(randomBytes(32))
await using postgres = await startPostgres({ durable: !isQuick })
const url = await postgres.createDatabase()
const owner = createSqlClient(url)
await owner.query(suiteTables)

await searchEverything(postgres)
await tryToOpen()
await rotateUnderKills()
await askByLink(report)
await owner[Symbol.asyncDispose]()
await postgres[Symbol.asyncDispose]()
report.finish()

/** 1. */
async function searchEverything(cluster: TestPostgres): Promise<void> {
  const seen: string[] = []
  const sentinels = await fault(seen)
  const places = {
    dump: await dumpOf(),
    files: await storedFiles(cluster),
    shown: Buffer.from(seen.join('\n')),
  }
  let found = 0
  for (const [place, content] of Object.entries(places)) {
    for (const hit of findSentinels(sentinels, content)) {
      found += 1
      report.expect(false, `${hit} is in ${place}`)
    }
  }
  report.figure('planted', sentinels.length)
  report.figure('found', found)
  report.figure('searched_mb', Math.round(Object.values(places).reduce((sum, each) => sum + each.length, 0) / 1e6))
  report.expect(sentinels.length === 30, '30 secrets were planted')
  report.expect(seen.length > 20 && places.dump.includes('suite_secrets'), 'there was something to search')
  await checkTheSearch(cluster)
}

async function fault(seen: string[]): Promise<Sentinel[]> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-suite-'))
  const log = createLog({ level: 'trace', process: 'suite', destination: { write: (line) => void seen.push(line) } })
  const sealer = createSealer(old.recipient)
  const unsealer = await createUnsealer([old.identity])
  const address = { socketPath: join(folder, 'link.sock') }
  await using database = createDatabase({ url, poolSize: 4, applicationName: 'longshore-suite' })
  await using server = await createLinkServer({ listen: address, key: linkKey, unsealer, calls: suiteCalls, log })
  using link = createLinkClient({ connect: address, key: linkKey, sealer })
  const sentinels = await seedAll({ database, sealer, link, log, deriveKey, show: (text) => void seen.push(text) })
  await server.close(1_000)
  await rm(folder, { recursive: true, force: true })
  return sentinels
}

async function dumpOf(): Promise<Buffer> {
  const program = process.env.PG_BIN ? join(process.env.PG_BIN, 'pg_dump') : 'pg_dump'
  const { stdout } = await run(program, ['--dbname', url], { encoding: 'buffer', maxBuffer: 1 << 30 })
  return stdout
}

/** Tables, indexes and the write-ahead log. */
async function storedFiles(cluster: TestPostgres): Promise<Buffer> {
  await owner.query('checkpoint')
  const entries = await readdir(join(cluster.folder, 'data'), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Buffer.concat(await Promise.all(paths.map((path) => readFile(path).catch(() => Buffer.alloc(0)))))
}

/** A search that finds nothing anywhere proves nothing: every encoding of a stored control value must be found. */
async function checkTheSearch(cluster: TestPostgres): Promise<void> {
  const control = newSentinel('control')
  const writings = [...encodingsOf(control.value)]
  for (const [, bytes] of writings) await owner.query('insert into suite_output values ($1, $2)', [randomUUID(), bytes])
  const found = findSentinels([control], await storedFiles(cluster))
  report.expect(
    found.length === writings.length,
    `the search finds a stored secret (${found.length}/${writings.length})`,
  )
}

/** 2. */
async function tryToOpen(): Promise<void> {
  const rows = await owner.query<StoredRow>('select id, organization_id, secret from suite_secrets')
  const sealed = rows.map((row) => ({
    context: contextOf(suiteSecrets, row.id, row.organization_id),
    value: row.secret,
  }))
  const api = {
    DATABASE_URL: url,
    SEAL_RECIPIENT: old.recipient,
    LINK_KEY: linkKey.revealBytes().toString('base64'),
    API_DERIVE_KEY: deriveKey.revealBytes().toString('base64'),
  }
  const byApi = await attempt(api, sealed)
  const byWorker = await attempt({ ...api, SEAL_IDENTITY: old.identity.reveal() }, sealed)
  report.figure('opened_by_api', byApi.opened)
  report.figure('opened_by_worker', `${byWorker.opened}/${sealed.length}`)
  report.figure('key_in_api_memory', byApi.holdsKey ?? 'not allowed to look')
  report.expect(sealed.length > 0 && byApi.tried > sealed.length, 'the api tried')
  report.expect(byApi.opened === 0, `the api opened ${byApi.opened} sealed values`)
  report.expect(byApi.holdsKey !== true, 'the memory of the api holds no identity')
  report.expect(byWorker.opened === sealed.length && byWorker.holdsKey !== false, 'the worker opens all, with its key')
  await swapTwo(await createUnsealer([old.identity]))
}

interface StoredRow {
  id: string
  organization_id: string
  secret: string
}

interface Attempt {
  opened: number
  tried: number
  holdsKey: boolean | undefined
}

async function attempt(env: Record<string, string>, sealed: unknown[]): Promise<Attempt> {
  const child = spawn(process.execPath, [join(support, 'unseal-attempt.ts')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  child.stdin.write(`${JSON.stringify({ sealed })}\n`)
  if ((await lines.next()).value !== 'ready') throw new Error('the attempt did not get ready')
  const identity = old.identity.reveal()
  const holdsKey = await memoryHolds(child.pid ?? 0, [Buffer.from(identity), decodeIdentity(identity)])
  child.stdin.write('go\n')
  return { ...JSON.parse((await lines.next()).value ?? ''), holdsKey }
}

async function swapTwo(unsealer: Unsealer): Promise<void> {
  const rows = await owner.query<StoredRow>('select id, organization_id, secret from suite_secrets order by id limit 2')
  const [one, other] = rows
  if (one === undefined || other === undefined) throw new Error('nothing was sealed')
  const opened = await unsealer
    .unseal(contextOf(suiteSecrets, one.id, one.organization_id), other.secret)
    .catch((error: { reason: string }) => error.reason)
  report.expect(opened === 'wrong_context', 'a ciphertext that was moved to another row does not open')
}

/** 3. */
interface Row {
  id: string
  organization: string
  value: string
}

async function rotateUnderKills(): Promise<void> {
  await owner.query('truncate suite_secrets')
  const rows = await fill(createSealer(old.recipient))
  const stop = new AbortController()
  const writes = keepWriting(rows, stop.signal)
  const started = performance.now()
  let kills = 0
  let survived = 0
  while (kills < killCount) {
    // Each process does a share of the work, so that the last kill still interrupts unfinished work.
    const isKilled = await liveUntil(randomInt(1, Math.max(2, Math.floor(rowCount / killCount / 2))))
    if (isKilled) kills += 1
    else survived += 1
    if (survived > killCount) break
  }
  stop.abort()
  const written = await writes
  const last = await liveUntil(Number.POSITIVE_INFINITY)
  report.expect(!last, 'the last rotation ends without a kill')
  report.figure('rows', rowCount)
  report.figure('kills', kills)
  report.figure('writes_meanwhile', written)
  report.figure('rotation_s', ((performance.now() - started) / 1000).toFixed(1))
  report.expect(kills === killCount, `${killCount} kills in the middle of the work`)
  await verify(rows, await createUnsealer([fresh.identity]))
}

async function fill(sealer: Sealer): Promise<Row[]> {
  const rows = Array.from({ length: rowCount }, (_, at) => ({
    id: randomUUID(),
    organization: randomUUID(),
    value: `value ${at} ${randomBytes(12).toString('hex')}`,
  }))
  for (let at = 0; at < rows.length; at += 500) {
    const part = rows.slice(at, at + 500)
    const sealed = await Promise.all(part.map((row) => sealRow(sealer, row)))
    const columns = [part.map((row) => row.id), part.map((row) => row.organization), sealed]
    await owner.query('insert into suite_secrets select * from unnest($1::uuid[], $2::uuid[], $3::text[])', columns)
  }
  return rows
}

/** Users change values meanwhile, through apis of both releases: some still encrypt to the old key. */
async function keepWriting(rows: Row[], signal: AbortSignal): Promise<number> {
  const sealers = [createSealer(old.recipient), createSealer(fresh.recipient)]
  let written = 0
  while (!signal.aborted) {
    const row = rows[randomInt(rows.length)]
    const sealer = sealers[written % 2]
    if (row === undefined || sealer === undefined) break
    const next = { ...row, value: `changed ${written} ${randomBytes(6).toString('hex')}` }
    await owner.query('update suite_secrets set secret = $2 where id = $1', [row.id, await sealRow(sealer, next)])
    row.value = next.value
    written += 1
    await delay(2)
  }
  return written
}

async function sealRow(sealer: Sealer, row: Row): Promise<string> {
  return await sealer.seal(contextOf(suiteSecrets, row.id, row.organization), row.value)
}

/** True if it was killed, some milliseconds after this many rows; false if it ended before. */
async function liveUntil(rotated: number): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, [join(support, 'rotate-child.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  child.stdin?.end(JSON.stringify({ url, identities: [fresh.identity.reveal(), old.identity.reveal()] }))
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const progress: { rotated?: number; done?: { left: number; failures: unknown[] } } = JSON.parse(line)
    if (progress.done !== undefined)
      report.expect(
        progress.done.failures.length === 0,
        `rotation could not open ${progress.done.failures.length} values`,
      )
    if ((progress.rotated ?? 0) < rotated) continue
    await delay(randomInt(40))
    child.kill('SIGKILL')
  }
  const [, signal] = await ended
  return signal === 'SIGKILL'
}

async function verify(rows: readonly Row[], unsealer: Unsealer): Promise<void> {
  const stored = await owner.query<StoredRow>('select id, secret from suite_secrets')
  const secrets = new Map(stored.map((row) => [row.id, row.secret]))
  let undecryptable = 0
  let wrong = 0
  for (const row of rows) {
    const context = contextOf(suiteSecrets, row.id, row.organization)
    const opened = await unsealer.unseal(context, secrets.get(row.id) ?? '').catch(() => undefined)
    if (opened === undefined) undecryptable += 1
    else if (opened.reveal() !== row.value) wrong += 1
  }
  report.figure('undecryptable', undecryptable)
  report.figure('wrong', wrong)
  report.expect(stored.length === rows.length, 'no row was lost')
  report.expect(undecryptable === 0, `${undecryptable} rows do not open with the new identity alone`)
  report.expect(wrong === 0, `${wrong} rows hold another value than the last one written`)
}
