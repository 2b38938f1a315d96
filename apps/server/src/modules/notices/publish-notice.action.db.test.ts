/** Each source of notices publishes once, with its own data. */
import { beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-deployments.ts'
import { findBackup } from '../backups/archives/backups.repository.ts'
import { notifyFailedBackup } from '../backups/archives/notify-failed-backup.action.ts'
import { notifyRestoreEnd } from '../backups/restores/notify-restore-end.action.ts'
import { findRestore, insertRestore, updateRestore } from '../backups/restores/restores.repository.ts'
import { notifyVerification } from '../backups/verification/notify-verification.action.ts'
import { notifyFailedCertificates } from '../domains/certificates/notify-failed-certificates.action.ts'
import { findDomain } from '../domains/dns/domains.repository.ts'
import { findOrAddDomain } from '../domains/dns/find-domain.action.ts'
import { notifyFailedDomain } from '../domains/dns/notify-failed-domain.action.ts'
import { notifyDrifted } from '../hardening/notify-security.action.ts'
import { createApiTokensService } from '../organizations/api-tokens.service.ts'
import { createMembersService } from '../organizations/members.service.ts'
import { recordFinding } from '../servers/record-finding.action.ts'
import { notifyFailedJob } from '../workloads/jobs/notify-failed-job.action.ts'
import type { NoticePayload } from './notice-events.schemas.ts'

const { database } = await useTestDatabase()
let fixture: TestEnvironment

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
})

const inTenant = <T>(work: Parameters<typeof database.tenant<T>>[1]) => database.tenant(fixture.organizationId, work)
async function publishedNotices(): Promise<NoticePayload[]> {
  const rows = await database.systemDb
    .selectFrom('notices')
    .select('payload')
    .where('organization_id', '=', fixture.organizationId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ payload }) => payload as NoticePayload)
}
const events = async () => (await publishedNotices()).map(({ event }) => event)

async function addBackup(status: 'succeeded' | 'failed', kind = 'scheduled'): Promise<Id<'bkp'>> {
  const { organizationId: organization_id, environmentId: environment_id, serviceId: service_id } = fixture
  const id = newId('bkp')
  const error = {
    code: 'backup_tool_failed',
    title: 'It failed',
    detail: 'pg_dump ended with 1.',
    hint: 'Look.',
    step: null,
  }
  const result =
    status === 'failed' ? { error: JSON.stringify(error) } : { object_key: 'k', sha256: 'c'.repeat(64), manifest: '{}' }
  await database.systemDb
    .insertInto('backups')
    .values({
      ...{ id, organization_id, environment_id, service_id, service_name: 'db', kind, status },
      ...{ run_id: newId('run'), engine: 'postgres', finished_at: new Date(), ...result },
    })
    .execute()
  return id
}

test('consecutive failed backups are reported once, and again after a success', async () => {
  const { organizationId } = fixture
  const publish = async (id: Id<'bkp'>) =>
    await inTenant(async (tx) => {
      const row = await findBackup(tx, organizationId, { id })
      if (row !== undefined) await notifyFailedBackup(tx, organizationId, row)
    })
  await publish(await addBackup('failed'))
  await publish(await addBackup('failed'))
  await publish(await addBackup('failed', 'pre_restore'))
  expect(await events()).toEqual(['backup_failed'])
  await addBackup('succeeded')
  await publish(await addBackup('failed'))
  expect(await events()).toEqual(['backup_failed', 'backup_failed'])
  expect((await publishedNotices())[0]).toMatchObject({
    project: { name: 'Shop' },
    backup: { service: 'db' },
    failure: { code: 'backup_tool_failed' },
  })
})

test('a restore test is reported with its outcome', async () => {
  const { organizationId, environmentId } = fixture
  const id = await addBackup('succeeded')
  const statement = {
    ...{
      form: 1 as const,
      backupId: 'bkp_x',
      sha256: '',
      engineImage: '',
      tables: 3,
      rows: 40,
      objects: 0,
      entries: null,
    },
    ...{ differences: [] as string[], startedAt: '', finishedAt: '' },
  } as const
  await inTenant(async (tx) => {
    const row = await findBackup(tx, organizationId, { id })
    if (row === undefined) throw new Error('no backup')
    await notifyVerification(tx, organizationId, { row, environmentId, statement: { ...statement, outcome: 'passed' } })
    const failed = { ...statement, outcome: 'failed' as const, differences: ['orders: 1 row instead of 2'] }
    await notifyVerification(tx, organizationId, { row, environmentId, statement: failed })
  })
  expect((await events()).toSorted()).toEqual(['backup_proof_failed', 'backup_proven'])
})

test('a restore is reported when it ends, with the name of its service', async () => {
  const { organizationId, environmentId, serviceId } = fixture
  const id = newId('rst')
  await inTenant(async (tx) => {
    await insertRestore(tx, organizationId, {
      ...{ id, environmentId, serviceId, source: 'backup', backupId: null, target: 'in_place' },
      ...{ runId: newId('run'), newVolume: 'v', createdBy: null },
    })
    await updateRestore(tx, organizationId, { id, status: 'succeeded', isFinished: true })
    const row = await findRestore(tx, organizationId, { id })
    if (row === undefined) throw new Error('no restore')
    await notifyRestoreEnd(tx, organizationId, row)
    await notifyRestoreEnd(tx, organizationId, row)
  })
  expect(await publishedNotices()).toMatchObject([
    { event: 'restore_succeeded', restore: { service: 'web', source: 'backup' } },
  ])
})

test('unpinned host keys are reported once, until a user has decided', async () => {
  const { organizationId, serverId } = fixture
  const problem = { code: 'host_key_changed', title: 't', detail: 'It shows another key.', hint: 'h' }
  const observation = { kind: 'host_key_changed', problem } as const
  for (let turn = 0; turn < 3; turn += 1)
    await inTenant((tx) => recordFinding(tx, organizationId, serverId, { observation, everyMs: 60_000 }))
  expect(await publishedNotices()).toMatchObject([{ event: 'host_key_changed', server: { name: 'fsn-1' } }])
})

test('drift is reported with the titles of the checks', async () => {
  const { organizationId, serverId } = fixture
  const check = { id: 'ssh.password_authentication', title: 'Passwords are off' }
  await inTenant((tx) =>
    notifyDrifted(tx, organizationId, {
      ...{ serverId, scanId: newId('scn'), drifted: [check.id, 'gone'], checks: [check as never] },
    }),
  )
  expect(await publishedNotices()).toMatchObject([{ event: 'server_drifted', findings: ['Passwords are off', 'gone'] }])
})

test('a failing domain is reported once for as long as it lasts, to its project if it has one', async () => {
  const { organizationId, environmentId } = fixture
  const { id } = await inTenant((tx) => findOrAddDomain(tx, organizationId, 'app.told.com'))
  const problem = { code: 'no_records', title: 't', detail: 'd', hint: 'h' } as never
  const publish = (failingSince: Date, place: Id<'env'> | null) =>
    inTenant(async (tx) => {
      const row = await findDomain(tx, organizationId, id)
      if (row !== undefined) await notifyFailedDomain(tx, row, { problem, failingSince, environmentId: place })
    })
  const first = new Date()
  await publish(first, null)
  await publish(first, null)
  await publish(new Date(first.getTime() + 1_000), environmentId)
  expect(await publishedNotices()).toMatchObject([
    { event: 'domain_failed', project: null, domain: { hostname: 'app.told.com' } },
    { event: 'domain_failed', project: { name: 'Shop' } },
  ])
})

test('a certificate that the authority refuses is reported once for each reason', async () => {
  const { organizationId, environmentId, serverId } = fixture
  const { id: domainId } = await inTenant((tx) => findOrAddDomain(tx, organizationId, 'shop.told.com'))
  await database.systemDb
    .insertInto('routes')
    .values({
      ...{ id: newId('rte'), organization_id: organizationId, environment_id: environmentId },
      ...{ hostname: 'shop.told.com', service_name: 'web', domain_id: domainId, origin: 'domain' },
    })
    .execute()
  const failed = (code: string) => ({
    ...{ hostname: 'shop.told.com', status: 'failed', lastError: { code, message: 'No route.' } },
  })
  for (const code of ['acme_connection_failed', 'acme_connection_failed', 'acme_caa_forbids'])
    await inTenant((tx) =>
      notifyFailedCertificates(tx, organizationId, { serverId, changes: [failed(code)], changed: ['shop.told.com'] }),
    )
  expect(await publishedNotices()).toMatchObject([
    { event: 'certificate_failed', hostname: 'shop.told.com', failure: { code: 'acme_connection_failed' } },
    { event: 'certificate_failed', failure: { code: 'acme_caa_forbids' } },
  ])
})

test('members and tokens are reported to the organization, with the person who made the change', async () => {
  const { organizationId, actor } = fixture
  const sealer = { recipient: 'age1test', seal: async () => 'sealed' } as never
  const members = createMembersService({
    ...{ database, sealer, clock: systemClock, publicUrl: 'https://longshore.example' },
    mailsPerDay: 200,
  })
  const tokens = createApiTokensService({
    database,
    findProjectIds: async () => [],
    requireRecentSignIn: () => undefined,
  })
  const addMembership = async (userId: Id<'usr'>) => {
    const id = newId('mem')
    await database.systemDb
      .insertInto('memberships')
      .values({ id, organization_id: organizationId, user_id: userId, role: 'owner' })
      .execute()
    return id
  }
  await addMembership(actor.userId)
  const other = await createTestEnvironment(database)
  const memberId = await addMembership(other.actor.userId)
  await members.changeRole(actor, memberId, 'viewer')
  await members.changeRole(actor, memberId, 'viewer')
  await members.remove(actor, memberId)
  const owner = testActor(organizationId, { userId: actor.userId, userName: 'ada@example.com' })
  const body = { name: 'ci', scopes: ['events:read' as const], ipRanges: [], projectIds: [] }
  const { id } = await tokens.create(owner, body)
  await tokens.revoke(owner, id)
  expect(await events()).toEqual(['member_role_changed', 'member_removed', 'token_created', 'token_revoked'])
  expect((await publishedNotices())[0]).toMatchObject({
    previousRole: 'owner',
    member: { role: 'viewer' },
    by: { name: 'ada@example.com' },
  })
})

test('a failed job is one notification until a job succeeds, with the last lines of its output', async () => {
  const { organizationId, environmentId, serviceId } = fixture
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  const error = {
    code: 'job_failed',
    message: 'The job web ended with code 3.',
    details: { exitCode: 3, logTail: `${lines.join('\n')}\n` },
  }
  const fail = async () => {
    const runId = newId('run')
    await inTenant((tx) => notifyFailedJob(tx, organizationId, { runId, environmentId, serviceId, error }))
  }
  await fail()
  await fail()
  expect(await publishedNotices()).toMatchObject([
    { event: 'job_failed', job: { service: 'web', exitCode: 3, lastLines: lines.slice(-20).join('\n') } },
  ])
  await database.systemDb
    .insertInto('workflow_runs')
    .values({
      ...{ id: newId('run'), organization_id: organizationId, kind: 'run-cron', key: `cron/${serviceId}` },
      ...{ input: '{}', status: 'succeeded', finished_at: new Date() },
    })
    .execute()
  await fail()
  expect(await events()).toEqual(['job_failed', 'job_failed'])
})
