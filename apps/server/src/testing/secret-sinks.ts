/**
 * All entry points for secrets. Each new place that takes secrets (passwords, API tokens, one-time codes …) needs an
 * entry here, and everything that the suite scans is then scanned for it too.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/errors/app-error.ts'
import { platformProblems } from '../platform/errors/platform-problems.ts'
import { defineCall, handleCall, secretArgument } from '../platform/link/call.ts'
import type { LinkClient } from '../platform/link/link-client.ts'
import type { Log } from '../platform/log/log.ts'
import { deriveKey } from '../platform/secrets/derive.ts'
import { createRedactor } from '../platform/secrets/redactor.ts'
import type { Sealer } from '../platform/secrets/seal.ts'
import { contextOf, defineSealedColumn } from '../platform/secrets/sealed-column.ts'
import { Secret } from '../platform/secrets/secret.ts'
import { encodingsOf, newSentinel, type Sentinel } from './sentinels.ts'

export interface SinkContext {
  database: Database
  sealer: Sealer
  link: LinkClient
  log: Log
  deriveKey: Secret
  /** Records what a user sees: responses, errors. */
  show(text: string): void
}

export interface Sink {
  name: string
  /** Number of sentinels that use this entry point. */
  count: number
  seed(context: SinkContext, sentinel: Sentinel): Promise<Sentinel>
}

export const suiteSecrets = defineSealedColumn({
  table: 'suite_secrets',
  idColumn: 'id',
  column: 'secret',
  organizationColumn: 'organization_id',
})

export const suiteTables = `
  create table suite_secrets (id uuid primary key, organization_id uuid not null, secret text);
  create table suite_output (id uuid primary key, chunk bytea not null);
  create table suite_notes (id uuid primary key, note jsonb not null);
  grant select, insert, update, delete on suite_secrets, suite_output, suite_notes to longshore_system`

const checkToken = defineCall({
  name: 'suite.check-token',
  args: z.strictObject({ host: z.string(), token: secretArgument(), isBad: z.boolean() }),
  result: z.strictObject({ length: z.int() }),
})

/** Simulates a careless handler that puts the secret into every text it can. */
export const suiteCalls = [
  handleCall(checkToken, async ({ host, token, isBad }, { log }) => {
    log.info({ host, token }, `checking ${token}`)
    if (!isBad) return { length: token.byteLength }
    const text = token.reveal()
    if (host === 'broken') throw new Error(`401 for https://x-access-token:${encodeURIComponent(text)}@forge/`)
    throw new AppError(platformProblems.conflict, `the forge refused ${text}`, { hint: `not ${text}`, extra: { text } })
  }),
]

/** Encodings that the log pipeline doesn't promise to redact. */
const notRedacted = new Set(['sql', 'utf16', 'copy', 'fragment'])

export const sinks: Sink[] = [
  {
    name: 'sealed column',
    count: 8,
    async seed({ database, sealer }, sentinel) {
      const [id, organization] = [randomUUID(), randomUUID()]
      const sealed = await sealer.seal(contextOf(suiteSecrets, id, organization), sentinel.value)
      await sql`insert into suite_secrets values (${id}, ${organization}, ${sealed})`.execute(database.systemDb)
      return sentinel
    },
  },
  {
    name: 'link argument',
    count: 4,
    async seed({ link }, sentinel) {
      const args = { host: 'forge', token: new Secret(sentinel.value), isBad: false }
      await link.call(checkToken, args, { organizationId: null })
      return sentinel
    },
  },
  {
    name: 'link error text',
    count: 4,
    async seed({ link, show, log }, sentinel) {
      for (const host of ['forge', 'broken']) {
        const args = { host, token: new Secret(sentinel.value), isBad: true }
        const error = await link.call(checkToken, args, { organizationId: null }).catch((caught: unknown) => caught)
        if (!(error instanceof AppError)) throw new Error('the call should have failed')
        show(JSON.stringify([error.message, error.hint, error.extra]))
        log.warn({ err: error }, 'call failed')
      }
      return sentinel
    },
  },
  {
    name: 'Secret in logs and JSON',
    count: 4,
    async seed({ database, log, show }, sentinel) {
      const secret = new Secret(sentinel.value)
      log.info({ secret, nested: { list: [secret] } }, `with ${secret}`)
      log.error({ err: new Error(`failed: ${secret}`, { cause: secret }) }, 'failed %s %j', secret, { secret })
      show(JSON.stringify({ secret }))
      const note = JSON.stringify({ secret, detail: `${secret}` })
      await sql`insert into suite_notes values (${randomUUID()}, ${note})`.execute(database.systemDb)
      return sentinel
    },
  },
  {
    name: 'output of a run',
    count: 6,
    async seed({ database }, sentinel) {
      const redactor = createRedactor([new Secret(sentinel.value)])
      const writings = [...encodingsOf(sentinel.value)].filter(([name]) => !notRedacted.has(name))
      const stream = redactor.stream()
      for (const [name, bytes] of writings) {
        const line = Buffer.concat([Buffer.from(`#1 ${name}: `), bytes, Buffer.from('\n')])
        for (let at = 0; at < line.length; at += 5) await keep(database, stream.push(line.subarray(at, at + 5)))
      }
      await keep(database, stream.end())
      return sentinel
    },
  },
  {
    name: 'problem that is stored',
    count: 2,
    async seed({ database }, sentinel) {
      const secret = new Secret(sentinel.value)
      const error = new AppError(platformProblems.conflict, `cannot use ${secret}`, { extra: { secret } })
      const note = JSON.stringify({ detail: error.message, ...error.extra })
      await sql`insert into suite_notes values (${randomUUID()}, ${note})`.execute(database.systemDb)
      return sentinel
    },
  },
  {
    name: 'derived key',
    count: 2,
    async seed({ database, deriveKey: master }, { name }) {
      const subject = randomUUID()
      const derived = deriveKey(master, 'totp', subject, 1, 20).toString('hex')
      const note = JSON.stringify({ subject, generation: 1 })
      await sql`insert into suite_notes values (${randomUUID()}, ${note})`.execute(database.systemDb)
      return { name, value: derived }
    },
  },
]

export async function seedAll(context: SinkContext): Promise<Sentinel[]> {
  const seeded: Sentinel[] = []
  for (const sink of sinks)
    for (let at = 1; at <= sink.count; at += 1) seeded.push(await sink.seed(context, newSentinel(`${sink.name} ${at}`)))
  return seeded
}

async function keep(database: Database, chunk: Buffer): Promise<void> {
  if (chunk.length > 0)
    await sql`insert into suite_output values (${randomUUID()}, ${chunk})`.execute(database.systemDb)
}
