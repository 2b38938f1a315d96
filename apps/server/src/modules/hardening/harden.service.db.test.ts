import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createHardenService } from './harden.service.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
const hardening = createHardenService({ database })
const body = { dryRun: false, confirmTimeoutSeconds: 180 }
let organizationId: Id<'org'>
let actor: Actor
let serverId: Id<'srv'>

beforeEach(async () => {
  organizationId = newId('org')
  serverId = newId('srv')
  const userId = newId('usr')
  actor = testActor(organizationId, { userId })
  await superuser.query(`insert into organizations (id, name) values ($1, 'Test')`, [organizationId])
  await superuser.query(
    `insert into servers (id, organization_id, name, host, port, username, status) values ($1, $2, 'S', '192.0.2.7', 22, 'root', 'ready')`,
    [serverId, organizationId],
  )
  await superuser.query('insert into server_checks (server_id, organization_id) values ($1, $2)', [
    serverId,
    organizationId,
  ])
  await superuser.query(
    `insert into server_keys (id, organization_id, server_id, state, is_generated, public_key, sealed_private_key)
     values ($1, $2, $3, 'current', true, 'ssh-ed25519 AAAA', 'sealed')`,
    [newId('run'), organizationId, serverId],
  )
})

test('creates a run, its lock, its audit entry and its event together', async () => {
  const run = await hardening.harden(actor, serverId, body)
  expect(run).toMatchObject({ kind: 'harden', status: 'planning', changes: [], error: null })
  expect(await count('workflow_runs')).toBe(1)
  expect(await count('workflow_locks')).toBe(1)
  expect(await count('audit_log')).toBe(1)
})

test('returns 409 while a run is unfinished, also for the revert; a dry run is allowed', async () => {
  await hardening.harden(actor, serverId, body)
  const refusal = { problem: { code: 'hardening_in_progress', status: 409 } }
  await expect(hardening.harden(actor, serverId, body)).rejects.toMatchObject(refusal)
  await expect(hardening.revert(actor, serverId, { confirmTimeoutSeconds: 180 })).rejects.toMatchObject(refusal)
  await expect(hardening.harden(actor, serverId, { ...body, dryRun: true })).resolves.toMatchObject({ kind: 'plan' })
  expect(await count('hardening_runs')).toBe(2)
})

test('exactly one of twenty concurrent requests starts a run', async () => {
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => hardening.harden(actor, serverId, body)))
  expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  expect(await count('workflow_runs')).toBe(1)
})

test('returns 409 with the lock holder while something else works on the server, and the attempt leaves nothing', async () => {
  const holder = newId('run')
  await superuser.query(
    `insert into workflow_runs (id, organization_id, kind, key, input) values ($1, $2, 'deploy', 'environment/x', '{}')`,
    [holder, organizationId],
  )
  await superuser.query(
    `insert into workflow_locks (resource, run_id, organization_id, mode, granted_at) values ($1, $2, $3, 'shared', now())`,
    [`server:${serverId}`, holder, organizationId],
  )
  await expect(hardening.harden(actor, serverId, body)).rejects.toMatchObject({
    problem: { code: 'server_locked' },
    message: expect.stringContaining('deploy'),
  })
  expect(await count('workflow_runs')).toBe(1)
  expect(await count('hardening_runs')).toBe(0)
})

test('returns 409 if no hardening is in force', async () => {
  await expect(hardening.revert(actor, serverId, { confirmTimeoutSeconds: 180 })).rejects.toMatchObject({
    problem: { code: 'nothing_to_revert' },
  })
})

test('a revert undoes every run in force, newest first, and none that was reverted or rolled back', async () => {
  const [first = newId('hrd'), second = newId('hrd')] = [newId('hrd'), newId('hrd')].toSorted()
  const third = newId('hrd')
  await insertRun(first, 'confirmed')
  await insertRun(second, 'confirmed')
  await insertRun(third, 'rolled_back')
  await insertRun(newId('hrd'), 'confirmed', new Date())
  const run = await hardening.revert(actor, serverId, { confirmTimeoutSeconds: 60 })
  expect(run.reverts).toEqual([second, first])
})

test('returns 404 for a server and a run of another organization', async () => {
  const run = await hardening.harden(actor, serverId, body)
  const stranger = { ...actor, organizationId: newId('org') }
  await superuser.query(`insert into organizations (id, name) values ($1, 'Other')`, [stranger.organizationId])
  const refusal = { problem: { code: 'not_found' } }
  await expect(hardening.get(stranger, serverId, run.id)).rejects.toMatchObject(refusal)
  await expect(hardening.harden(stranger, serverId, body)).rejects.toMatchObject(refusal)
  await expect(hardening.list(stranger, serverId, { limit: 10 })).rejects.toMatchObject(refusal)
})

async function insertRun(id: Id<'hrd'>, status: string, undoneAt: Date | null = null): Promise<void> {
  await superuser.query(
    `insert into hardening_runs (id, organization_id, server_id, kind, status, confirm_timeout_seconds, guard_state, undone_at, finished_at)
     values ($1, $2, $3, 'harden', $4, 180, $5, $6, now())`,
    [id, organizationId, serverId, status, status === 'confirmed' ? 'confirmed' : 'reverted', undoneAt],
  )
}

async function count(table: 'workflow_runs' | 'workflow_locks' | 'audit_log' | 'hardening_runs'): Promise<number> {
  const { rows } = await superuser.query(`select count(*)::int as n from ${table} where organization_id = $1`, [
    organizationId,
  ])
  return rows[0].n
}
