/**
 * A deployed environment with databases, a storage location for backups, and helpers that fill a database and read its
 * content.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Backup, Import, Restore } from '@longshore/sdk'
import { becomesTrue } from './eventually.ts'
import {
  type Ask,
  asker,
  finalStatuses,
  openRecoveryTestEnv,
  type RecoveryTestEnv,
  readDeployment,
  requestDeployment,
  webService,
} from './recovery-test-env.ts'

export type Kind = 'postgres' | 'mariadb' | 'redis'

export interface Service {
  readonly id: string
  readonly name: string
  readonly kind: Kind
}

export interface DataTestEnv extends AsyncDisposable {
  readonly testEnv: RecoveryTestEnv
  readonly ask: Ask
  /** `/environments/<id>/backups` */
  readonly at: string
  readonly databases: ReadonlyMap<string, Service>
  /** The stored objects of the control plane, as files. */
  readonly folder: string
}

export const names: Record<Kind, string> = { postgres: 'db', mariadb: 'shop', redis: 'cache' }
const images: Record<Kind, string> = { postgres: 'postgres:17', mariadb: 'mariadb:11.4', redis: 'redis:7' }

export async function openDataTestEnv(options: {
  kinds: readonly Kind[]
  environment?: Record<string, string>
}): Promise<DataTestEnv> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-backups-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const testEnv = stack.use(
    await openRecoveryTestEnv({
      baseImages: options.kinds.map((kind) => images[kind]),
      services: [
        { ...webService, releaseCommand: null },
        ...options.kinds.map((kind) => ({ name: names[kind], kind })),
      ],
      environment: { BACKUP_DIRECTORY: folder, SERVER_DISK_RESERVE_BYTES: '0', ...options.environment },
    }),
  )
  const ask = asker(testEnv.instance, testEnv.me)
  const { id } = await requestDeployment(testEnv, { version: 'first' })
  await becomesTrue(async () => finalStatuses.has((await readDeployment(testEnv, id)).status), { withinMs: 240_000 })
  const deployment = await readDeployment(testEnv, id)
  if (deployment.status !== 'live') throw new Error(`the first deployment: ${JSON.stringify(deployment.error)}`)
  const at = `/environments/${testEnv.environmentId}/backups`
  const destination = await ask('POST', '/backup-destinations', { name: 'disk', type: 'controlPlane' })
  await ask('PATCH', `${at}/config`, {
    enabled: true,
    schedule: '0 3 1 1 *',
    timezone: 'UTC',
    destination: { id: destination.id },
    restoreTests: 'off',
    // Every restore creates another backup: the original one must be kept.
    retention: { keepLast: 365 },
  })
  const { services } = await ask<{ services: Service[] }>('GET', `/environments/${testEnv.environmentId}`)
  const databases = services.filter((each) => options.kinds.includes(each.kind))
  const moved = stack.move()
  return {
    testEnv,
    ask,
    at,
    folder,
    databases: new Map(databases.map((each) => [each.name, each])),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

export function serviceOf({ databases }: DataTestEnv, kind: Kind): Service {
  const service = databases.get(names[kind])
  if (service === undefined) throw new Error(`the test environment has no ${kind}`)
  return service
}

type Variables = Readonly<Record<string, string>>

/** The client's arguments, and the variables with its password. */
const clients: Record<Kind, (own: Variables) => { args: string[]; password: string }> = {
  postgres: ({ POSTGRES_USER: user = '', POSTGRES_DB: name = '', POSTGRES_PASSWORD: password = '' }) => ({
    args: ['psql', '-h', '127.0.0.1', '-U', user, '-d', name, '-X', '-q', '-At', '-v', 'ON_ERROR_STOP=1'],
    password: `PGPASSWORD=${password}`,
  }),
  mariadb: ({ MARIADB_USER: user = '', MARIADB_DATABASE: name = '', MARIADB_PASSWORD: password = '' }) => ({
    args: ['mariadb', '--host=127.0.0.1', `--user=${user}`, '--batch', '--skip-column-names', name],
    password: `MYSQL_PWD=${password}`,
  }),
  redis: ({ REDISCLI_AUTH: password = '' }) => ({ args: ['redis-cli'], password: `REDISCLI_AUTH=${password}` }),
}

const variables = new Map<string, Variables>()

async function variablesOf({ testEnv: { target } }: DataTestEnv, container: string): Promise<Variables> {
  const known = variables.get(container)
  if (known !== undefined) return known
  const text = await target.mustExec(['docker', 'inspect', '--format', '{{json .Config.Env}}', container])
  const pairs: string[] = JSON.parse(text)
  const own = Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  variables.set(container, own)
  return own
}

/** Runs the client in the database's own container and returns its output. */
export async function inDatabase(data: DataTestEnv, { id, kind }: Service, input: string): Promise<string> {
  const container = `longshore-${id}`
  const { args, password } = clients[kind](await variablesOf(data, container))
  const call = ['docker', 'exec', '-i', '--env', password, container, ...args]
  return (await data.testEnv.target.mustExec(call, { stdin: input, deadlineMs: 300_000 })).trim()
}

const hashes: Record<Kind, string> = {
  postgres: `select coalesce(md5(string_agg(md5(i::text), '' order by id)), '') || ' ' || count(*) from items i`,
  mariadb: `set session group_concat_max_len = 1073741824; select concat(coalesce(md5(group_concat(md5(concat_ws('|', id, label, amount)) order by id separator '')), ''), ' ', count(*)) from items`,
  redis: `eval "local n = redis.call('dbsize') local s = '' local keys = redis.call('keys', '*') table.sort(keys) for _, k in ipairs(keys) do s = redis.sha1hex(s .. k .. redis.call('get', k)) end return s .. ' ' .. n" 0`,
}

/** A checksum of all content, with the number of rows. */
export async function hashOf(data: DataTestEnv, service: Service): Promise<string> {
  return await inDatabase(data, service, `${hashes[service.kind]}${service.kind === 'redis' ? '\n' : ';'}`)
}

/** Drops what is there. Rows differ with `salt`. */
export async function seed(
  data: DataTestEnv,
  service: Service,
  { rows, salt }: { rows: number; salt: string },
): Promise<void> {
  await inDatabase(data, service, seeds[service.kind](rows, salt))
}

const seeds: Record<Kind, (rows: number, salt: string) => string> = {
  postgres: (rows, salt) => `drop table if exists items cascade;
create table items (id bigint primary key, label text not null, amount numeric, at timestamptz default now(), check (label <> ''));
insert into items (id, label, amount) select n, md5(n || '${salt}'), n / 7.0 from generate_series(1, ${rows}) n;
create index items_label on items (label);
create view totals as select count(*) as n from items;`,
  mariadb: (rows, salt) => `drop view if exists totals; drop table if exists items;
create table items (id bigint primary key, label varchar(64) not null, amount decimal(20,4), key (label));
insert into items select seq, md5(concat(seq, '${salt}')), seq / 7 from seq_1_to_${rows};
create view totals as select count(*) as n from items;`,
  redis: (rows, salt) =>
    `flushall\neval "for n = 1, ${rows} do redis.call('set', 'item:' .. n, redis.sha1hex(n .. '${salt}')) end return 1" 0\n`,
}

export const ended = new Set(['succeeded', 'failed', 'cancelled', 'expired', 'reverted'])

/** Waits for the end of a backup, restore or import. Returns its last state at the deadline. */
export async function waitForEnd<Work extends Backup | Restore | Import>(
  data: DataTestEnv,
  path: string,
  withinMs = 180_000,
): Promise<Work> {
  await becomesTrue(async () => isEnded(await data.ask<Work>('GET', path)), { withinMs })
  return await data.ask<Work>('GET', path)
}

function isEnded({ status, finishedAt }: Backup | Restore | Import): boolean {
  return ended.has(status) && finishedAt !== null
}

export async function backUp(data: DataTestEnv, service: Service): Promise<Backup> {
  const { items } = await data.ask<{ items: [Backup] }>('POST', `${data.at}/trigger`, { serviceId: service.id })
  const backup = await waitForEnd<Backup>(data, `${data.at}/${items[0].id}`)
  if (backup.status !== 'succeeded') throw new Error(`the backup: ${JSON.stringify(backup.error)}`)
  return backup
}

export async function requestRestore(
  data: DataTestEnv,
  backupId: string,
  more: Record<string, unknown> = {},
): Promise<Restore> {
  const body = { target: 'inPlace', confirm: 'production', ...more }
  return await data.ask<Restore>('POST', `${data.at}/${backupId}/restore`, body)
}
