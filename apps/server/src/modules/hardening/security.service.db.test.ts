import { RemoteError, type RunResult, type ServerConnection } from '@longshore/remote/ssh'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { requestCancel } from '../../platform/durable/runs.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { generateIdentity } from '../../platform/secrets/unseal.ts'
import { testDriver } from '../../testing/durable-driver.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createServersService } from '../servers/servers.service.ts'
import type { ServerAccess } from '../servers/worker.ts'
import { createSecurityService } from './security.service.ts'
import { startDueScan } from './security-scans.poller.ts'
import { listDueScans } from './security-scans.system-repository.ts'
import { createScanSecurity } from './workflow/scan.workflow.ts'

const { database } = await useTestDatabase()
const { recipient } = await generateIdentity()
const servers = createServersService({ database, sealer: createSealer(recipient), clock: systemClock })
const day = 86_400_000

/** A server that refuses every command: scans end, and no check passes. */
let answer: () => Promise<RunResult>
const connection = {
  target: { username: 'root' },
  run: () => answer(),
  dockerSocket: () => Promise.reject(new RemoteError('docker_unreachable', 'no Docker', { hint: 'install it' })),
  closed: new AbortController().signal,
} as unknown as ServerConnection
const access: Pick<ServerAccess, 'use'> = {
  use: (_organization, _server, work) => work(connection),
}
const driver = testDriver(database, [createScanSecurity({ access, everyMs: day })] as never)
let now = new Date()
const security = createSecurityService({ database, clock: { now: () => now } })
let actor: Actor
let serverId: Id<'srv'>

beforeEach(async () => {
  answer = async () => ({ exitCode: 1, stdout: '', stderr: 'no' })
  now = new Date()
  const organizationId = newId('org')
  await database.systemDb.insertInto('organizations').values({ id: organizationId, name: 'Test' }).execute()
  actor = testActor(organizationId)
  const body = { name: 'One', host: 'one.example.com', port: 22, username: 'root' }
  serverId = (await servers.create(actor, body)).id
})

async function connect(): Promise<void> {
  await database.systemDb
    .updateTable('servers')
    .set({ status: 'ready', connected_at: new Date() })
    .where('id', '=', serverId)
    .execute()
}

const read = (refresh = false) => security.get(actor, serverId, { refresh })
const turn = () => driver.drive(`server-scan/${serverId}`)
const stored = async () => (await servers.get(actor, serverId)).security

async function scans(): Promise<string[]> {
  const rows = await database.systemDb
    .selectFrom('security_scans')
    .select('status')
    .where('server_id', '=', serverId)
    .execute()
  return rows.map((row) => row.status)
}

async function events(): Promise<{ action: string; security?: unknown }[]> {
  const rows = await database.systemDb
    .selectFrom('events')
    .select('data')
    .where('organization_id', '=', actor.organizationId)
    .orderBy('seq')
    .execute()
  return rows.map((row) => row.data as { action: string })
}

test('a server that was never scanned is unknown', async () => {
  expect(await read()).toMatchObject({
    state: 'unknown',
    score: null,
    checks: [],
    plan: null,
    lastRun: null,
    scan: null,
  })
})

test('returns 404 for a server of another organization', async () => {
  const stranger = { ...actor, organizationId: newId('org') }
  await expect(security.get(stranger, serverId, { refresh: true })).rejects.toMatchObject({
    problem: { code: 'not_found' },
  })
  expect(await scans()).toEqual([])
})

test("returns 409 for a scan of a server that isn't connected", async () => {
  await expect(read(true)).rejects.toMatchObject({ problem: { code: 'server_not_connected' } })
  expect(await read()).toMatchObject({ state: 'unknown' })
})

test('repeated requests start one scan', async () => {
  await connect()
  const answers = await Promise.all(Array.from({ length: 10 }, () => read(true)))
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['scanning']))
  expect(await scans()).toEqual(['queued'])
  expect((await stored()).state).toBe('scanning')
  await turn()
  for (let count = 0; count < 5; count += 1) await read(true)
  expect(await scans()).toEqual(['succeeded'])
  now = new Date(Date.now() + 16_000)
  expect((await read(true)).state).toBe('scanning')
})

test("a scan stores its checks, the state and an event; unreadable values don't pass", async () => {
  await connect()
  await read(true)
  await turn()
  const state = await read()
  expect(state).toMatchObject({ state: 'weak', scan: { status: 'succeeded', trigger: 'requested' }, drifted: [] })
  expect(state.checks.length).toBeGreaterThan(80)
  expect(state.checks.filter(({ status }) => status === 'pass')).toEqual([])
  expect(state.nextScanAt?.getTime()).toBeGreaterThan(Date.now() + day / 2 - 60_000)
  expect(await stored()).toMatchObject({ state: 'weak', score: 0, scannedAt: state.scannedAt })
  expect((await events()).at(-1)).toMatchObject({ action: 'security_scanned', security: { state: 'weak', score: 0 } })
})

test("a scan that can't reach the server gives the reason, and is retried within the hour", async () => {
  await connect()
  await read(true)
  answer = () => Promise.reject(new RemoteError('connection_refused', 'refused', { hint: 'start sshd' }))
  await turn()
  const state = await read()
  expect(state).toMatchObject({
    state: 'failed',
    scan: { status: 'failed', error: { code: 'connection_refused', message: 'refused', hint: 'start sshd' } },
  })
  expect((state.nextScanAt?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(3_600_000)
  expect((await events()).at(-1)).toMatchObject({ action: 'security_scan_failed' })
})

test("a canceled scan doesn't leave the server scanning", async () => {
  await connect()
  const { scan } = await read(true)
  await database.tenant(actor.organizationId, (tx) => requestCancel(tx, brandId<'run'>(scan?.id ?? '')))
  await turn()
  expect(await read()).toMatchObject({ state: 'unknown', scan: { status: 'cancelled' } })
  expect((await stored()).state).toBe('unknown')
})

test('a server is due when it becomes ready, and then once a period', async () => {
  const isDue = async () => (await listDueScans(database.systemDb, 1000)).some((due) => due.serverId === serverId)
  const due = () => startDueScan(database, { serverId, organizationId: actor.organizationId })
  expect(await isDue()).toBe(false)
  await connect()
  expect(await isDue()).toBe(true)
  expect(await Promise.all([due(), due(), due()])).toEqual(expect.arrayContaining([true, false, false]))
  expect(await isDue()).toBe(false)
  await turn()
  expect((await read()).scan).toMatchObject({ trigger: 'first', status: 'succeeded' })
  expect(await isDue()).toBe(false)
  await database.systemDb
    .updateTable('security_watches')
    .set({ next_scan_at: new Date() })
    .where('server_id', '=', serverId)
    .execute()
  expect(await isDue()).toBe(true)
  await due()
  await turn()
  expect((await read()).scan).toMatchObject({ trigger: 'scheduled', status: 'succeeded' })
})

async function insertHardening(
  change: { status?: string; kind?: string; finishedAt?: Date | null; guardState?: string } = {},
) {
  const finished = change.finishedAt === undefined ? new Date() : change.finishedAt
  const id = newId('hrd')
  await database.systemDb
    .insertInto('hardening_runs')
    .values({
      id,
      organization_id: actor.organizationId,
      server_id: serverId,
      kind: change.kind ?? 'harden',
      status: change.status ?? 'confirmed',
      guard_state: change.guardState ?? 'confirmed',
      confirm_timeout_seconds: 20,
      finished_at: finished,
    })
    .execute()
  return id
}

async function scanWith(passed: readonly string[]): Promise<void> {
  now = new Date(now.getTime() + 60_000)
  await read(true)
  await turn()
  // The fake server passes no check; store the result of a hardened server, which the next scan compares.
  const row = await database.systemDb
    .selectFrom('security_watches')
    .select('hardening_run_id')
    .where('server_id', '=', serverId)
    .executeTakeFirstOrThrow()
  if (row.hardening_run_id !== null)
    await database.systemDb
      .updateTable('security_watches')
      .set({ passed_checks: [...passed] })
      .where('server_id', '=', serverId)
      .execute()
}

test('reports a check that passed after a hardening and no longer passes as drift, once', async () => {
  await connect()
  await insertHardening()
  await scanWith(['ssh.password_authentication', 'firewall.default_deny_ipv4'])
  expect((await read()).drifted).toEqual([])
  await scanWith(['ssh.password_authentication', 'firewall.default_deny_ipv4'])
  const drifted = ['ssh.password_authentication', 'firewall.default_deny_ipv4']
  expect(await read()).toMatchObject({ state: 'drifted', drifted })
  expect(await stored()).toMatchObject({ state: 'drifted' })
  expect((await events()).at(-1)).toMatchObject({ action: 'security_drifted', security: { state: 'drifted', drifted } })
  await scanWith(drifted)
  expect((await events()).at(-1)).toMatchObject({ action: 'security_scanned', security: { drifted } })
  await insertHardening({ kind: 'revert' })
  await scanWith([])
  expect(await read()).toMatchObject({ state: 'weak', drifted: [] })
})

test('no scan starts during a hardening, and the result of a concurrent scan is discarded', async () => {
  await connect()
  await read(true)
  const id = await insertHardening({ status: 'applying', finishedAt: null, guardState: 'armed' })
  await turn()
  expect(await read(true)).toMatchObject({ state: 'hardening', scan: { status: 'cancelled' }, checks: [] })
  expect(await scans()).toEqual(['cancelled'])
  await database.systemDb
    .updateTable('hardening_runs')
    .set({ status: 'failed', finished_at: new Date() })
    .where('id', '=', id)
    .execute()
  expect((await read()).state).toBe('failed')
  expect((await listDueScans(database.systemDb, 1000)).some((due) => due.serverId === serverId)).toBe(true)
  await startDueScan(database, { serverId, organizationId: actor.organizationId })
  await turn()
  expect(await read()).toMatchObject({ state: 'weak', scan: { trigger: 'hardening', status: 'succeeded' } })
})

test('keeps only the newest scans, and always the newest successful one', async () => {
  await connect()
  await scanWith([])
  for (let count = 0; count < 14; count += 1) await scanWith([])
  expect((await scans()).length).toBe(10)
})
