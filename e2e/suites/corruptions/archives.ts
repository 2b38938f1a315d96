/** Archives that are damaged, each in another way, and the expected result of a restore test. */

import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Backup } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { generateIdentity } from '../../../apps/server/src/testing/internals/secrets.ts'
import { pack } from '../../../packages/archive/src/index.ts'
import { backUp, type DataTestEnv, inDatabase, type Service, seed, serviceOf } from '../../support/data-test-env.ts'
import { Random } from '../../support/random.ts'
import type { Report } from '../../support/report.ts'

export interface Tally {
  readonly data: DataTestEnv
  readonly report: Report
  caught: number
  good: number
  readonly kinds: Map<string, number>
}

interface Stored {
  readonly backup: Backup
  readonly path: string
  readonly bytes: Buffer
  /** The dump inside. */
  readonly plain: Buffer
}

interface Scene {
  readonly service: Service
  readonly stored: Stored
  readonly other: Stored
  readonly random: Random
  /** The organization's public key. */
  readonly recipient: string
}

type Corrupt = (scene: Scene, data: DataTestEnv) => Promise<void>

const proofMs = 180_000

const kinds: Record<string, Corrupt> = {
  bit_flip: async ({ stored, random }) => {
    const bytes = Buffer.from(stored.bytes)
    const at = Math.floor(random.next() * bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random.next() * 8))
    await writeFile(stored.path, bytes)
  },
  truncated: async ({ stored, random }) =>
    await writeFile(stored.path, stored.bytes.subarray(0, 1 + Math.floor(random.next() * (stored.bytes.length - 1)))),
  extended: async ({ stored, random }) =>
    await writeFile(stored.path, Buffer.concat([stored.bytes, randomBytes(1 + Math.floor(random.next() * 100))])),
  empty: async ({ stored }) => await writeFile(stored.path, ''),
  gone: async ({ stored }) => await rm(stored.path),
  swapped: async ({ stored, other }) => await writeFile(stored.path, other.bytes),
  wrong_key: async ({ stored }) => {
    const { recipient } = await generateIdentity()
    await writeFile(stored.path, await packed(stored.plain, recipient))
  },
  /** All hashes match, but the rows differ: only comparing the content can detect it. */
  forged_row: async (scene, data) => {
    const at = scene.stored.plain.indexOf('\n500\t')
    const plain = Buffer.from(scene.stored.plain)
    plain[at + 6] = plain[at + 6] === 0x61 ? 0x62 : 0x61
    await gitea(scene, data, plain)
  },
  missing_rows: async (scene, data) => {
    const text = scene.stored.plain
    const from = text.indexOf('\n200\t')
    await gitea(scene, data, Buffer.concat([text.subarray(0, from), text.subarray(text.indexOf('\n300\t'))]))
  },
  cut_dump: async (scene, data) =>
    await gitea(scene, data, scene.stored.plain.subarray(0, scene.stored.plain.length / 2)),
  /** A dump from a database engine with a setting that this one doesn't have. */
  wrong_version: async (scene, data) =>
    await gitea(scene, data, Buffer.concat([Buffer.from('SET setting_of_a_later_version = 0;\n'), scene.stored.plain])),
}
export const kindNames = Object.keys(kinds)

export async function prepare({ data }: Tally, seedOfOrder: number): Promise<Scene> {
  const service = serviceOf(data, 'postgres')
  await seed(data, service, { rows: 2_000, salt: 'one' })
  const other = await readStored(data, await backUp(data, service))
  await seed(data, service, { rows: 2_000, salt: 'two' })
  const stored = await readStored(data, await backUp(data, service))
  const [key] = await data.testEnv.sql.query<{ recipient: string }>('select recipient from backup_keys')
  return { service, stored, other, random: new Random(seedOfOrder), recipient: key?.recipient ?? '' }
}

export async function corrupt(tally: Tally, scene: Scene, kind: string): Promise<void> {
  const { data, report } = tally
  const { stored } = scene
  const id = decodeId('bkp', stored.backup.id)
  const [before] = await data.testEnv.sql.query<{ manifest: unknown; sha256: string }>(
    'select manifest, sha256 from backups where id = $1',
    [id],
  )
  await kinds[kind]?.(scene, data)
  try {
    const { restoreTest, restoreTestedAt } = await prove(data, stored.backup.id)
    const isCaught = restoreTest?.outcome === 'failed' && restoreTestedAt === null && restoreTest.differences.length > 0
    report.expect(isCaught, `${kind}: not caught: ${JSON.stringify(restoreTest)?.slice(0, 300)}`)
    if (isCaught) tally.caught += 1
    tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1)
  } finally {
    await writeFile(stored.path, stored.bytes)
    const { manifest, sha256 } = before as { manifest: unknown; sha256: string }
    await data.testEnv.sql.query('update backups set manifest = $2, sha256 = $3 where id = $1', [id, manifest, sha256])
  }
}

/** Typical edge cases of databases: odd names, binary data, empty tables, no newline that could be mistaken for an end. */
export async function proveGood(tally: Tally, { service, random }: Scene, round: number): Promise<void> {
  const { data, report } = tally
  await seed(data, service, { rows: 1 + Math.floor(random.next() * 3_000), salt: `good-${round}` })
  await inDatabase(data, service, oddities(round))
  const { id } = await backUp(data, service)
  const { restoreTest, restoreTestedAt } = await prove(data, id)
  const isGood = restoreTest?.outcome === 'passed' && restoreTestedAt !== null
  report.expect(isGood, `a false alarm: ${JSON.stringify(restoreTest)?.slice(0, 400)}`)
  if (isGood) tally.good += 1
}

function oddities(round: number): string {
  return `drop schema if exists "Ödd; name" cascade; create schema "Ödd; name";
create table "Ödd; name"."t ""able" ("a b" text, c bytea, d jsonb, e int[]);
insert into "Ödd; name"."t ""able" values (E'line\\n\\\\.\\nend', decode('00ff0a5c2e0a', 'hex'), '{"x": [1, ${round}]}', '{1,null,3}'), (null, null, null, null), ('', '', 'null', '{}');
create table "Ödd; name".empty (x int);
create sequence "Ödd; name".s start ${round + 1};
create or replace function "Ödd; name".f() returns text language sql as $$ select 'COPY x FROM stdin;' $$;
create materialized view "Ödd; name".m as select count(*) as n from items;
create type "Ödd; name".mood as enum ('good', 'b''ad');
create table "Ödd; name".part (id int, k text check (k in ('a', 'b'))) partition by range (id);
create table "Ödd; name".part_1 partition of "Ödd; name".part for values from (0) to (1000);
insert into "Ödd; name".part select n, 'a' from generate_series(1, 50) n;`
}

async function readStored(data: DataTestEnv, backup: Backup): Promise<Stored> {
  const name = basename(String(backup.destination?.objectKey))
  const found = (await readdir(data.folder, { recursive: true })).find((each) => basename(each) === name)
  if (found === undefined) throw new Error(`${name} is not in the folder`)
  const path = join(data.folder, found)
  return { backup, path, bytes: await readFile(path), plain: await readPlain(data, backup.id) }
}

async function readPlain({ testEnv: { instance, me }, at }: DataTestEnv, id: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${me.token}` }
  const answer = await fetch(`${instance.url}/api/v1${at}/${id}/download-decrypted`, { headers })
  if (!answer.ok) throw new Error(`the dump cannot be had: ${answer.status} ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}

async function packed(plain: Buffer, recipient: string): Promise<Buffer> {
  const { content } = await pack(once(plain), [recipient])
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

async function* once(plain: Buffer): AsyncGenerator<Buffer> {
  yield plain
}

/** The attacker has the bucket and the rows, so every hash matches. */
async function gitea({ stored, recipient }: Scene, { testEnv }: DataTestEnv, plain: Buffer): Promise<void> {
  const bytes = await packed(plain, recipient)
  await writeFile(stored.path, bytes)
  const sha = (of: Buffer) => createHash('sha256').update(of).digest('hex')
  const change = {
    plainBytes: plain.length,
    packedBytes: bytes.length,
    packedSha256: sha(bytes),
  }
  await testEnv.sql.query('update backups set manifest = manifest || $2::jsonb, sha256 = $3 where id = $1', [
    decodeId('bkp', stored.backup.id),
    JSON.stringify(change),
    change.packedSha256,
  ])
}

async function prove(data: DataTestEnv, id: string): Promise<Backup> {
  const path = `${data.at}/${id}`
  const before = (await data.ask<Backup>('GET', path)).restoreTest?.at ?? null
  const deadline = Date.now() + proofMs
  // The previous restore test is reported a moment before its run is over.
  while ((await data.ask('POST', `${path}/test-restore`).catch(() => null)) === null) {
    if (Date.now() > deadline) throw new Error('no proof can be begun')
    await delay(200)
  }
  for (;;) {
    const backup = await data.ask<Backup>('GET', path)
    if ((backup.restoreTest?.at ?? null) !== before) return backup
    if (Date.now() > deadline) return backup
    await delay(200)
  }
}
