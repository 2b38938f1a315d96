import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { handleCall } from '../../../platform/link/call.ts'
import type { MailContent } from '../../../platform/mail/mail-message.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { Secret } from '../../../platform/secrets/secret.ts'
import { directLink } from '../../../testing/direct-link.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../../testing/test-projects.ts'
import { checkHealth } from '../health/health.definition.ts'
import type { HealthReport } from '../health/health.schemas.ts'
import type { OperatorSettings } from '../operators.query.ts'
import { createInstanceUsersService } from '../users/instance-users.service.ts'
import { createSystemCalls } from './system.call.ts'
import { createSystemService } from './system.service.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const sent: (MailContent & { to: string })[] = []
const mailer: Mailer = {
  async send(mail) {
    sent.push(mail)
  },
  [Symbol.dispose]: () => undefined,
}
let actor: Actor
let operators: OperatorSettings

beforeEach(async () => {
  actor = await fixture.newActor()
  const { email_key: email } = await database.systemDb
    .updateTable('users')
    .set({ email_verified_at: new Date(), email_proved_by: 'mail' })
    .where('id', '=', actor.userId)
    .returning('email_key')
    .executeTakeFirstOrThrow()
  operators = { operators: [email], isSignUpOpen: true }
})

function serviceWith(given: Mailer | null = mailer) {
  const settings = {
    MAIL_FROM: 'longshore@example.com',
    PUBLIC_URL: 'https://longshore.example.com',
    SMTP_URL: new Secret('smtps://user:hunter2@mail.example.com'),
  }
  const report: HealthReport = { status: 'passed', checkedAt: new Date(), checks: [] }
  const health = handleCall(checkHealth, async () => report)
  const outbound = { request: () => Promise.reject(new Error('unused')) }
  const calls = createSystemCalls({ database, outbound, mailer: given, version: '2', settings })
  return createSystemService({
    ...{ database, operators, version: '2', signUpMode: 'open', link: directLink([health, ...calls]) },
    urls: { publicUrl: settings.PUBLIC_URL, generatedHostnameDomain: 'sslip.io', corsOrigins: [] },
  })
}

it('returns version, email, URLs and storage, without the password of the mail server', async () => {
  const found = await serviceWith().read(actor)
  expect(found).toMatchObject({
    workerVersion: '2',
    updates: { status: 'off' },
    mail: { isSetUp: true, server: 'mail.example.com', sender: 'longshore@example.com' },
    urls: { apiUrl: 'https://longshore.example.com/api/v1' },
    storage: { localBackups: { count: 0, sizeBytes: 0 }, instanceBackups: { count: 0 } },
  })
  expect(found.storage.databaseBytes).toBeGreaterThan(1_000_000)
  expect(found.storage.disks.length).toBeGreaterThan(0)
  expect(JSON.stringify(found)).not.toContain('hunter2')
})

it('sends the test email to the address of the account, ten times an hour', async () => {
  const service = serviceWith()
  const [to] = operators.operators
  expect(await service.sendTestEmail(actor)).toMatchObject({ to })
  expect(sent.at(-1)?.text).toContain('https://longshore.example.com')
  for (let count = 1; count < 10; count += 1) await service.sendTestEmail(actor)
  await expect(service.sendTestEmail(actor)).rejects.toEqual(failsWith('rate_limited'))
})

it('says why no email was sent', async () => {
  await expect(serviceWith(null).sendTestEmail(actor)).rejects.toEqual(failsWith('no_mail_server'))
  const send = () => Promise.reject(Object.assign(new Error('535 hunter2'), { code: 'EAUTH' }))
  const refused = serviceWith({ ...mailer, send }).sendTestEmail(actor)
  await expect(refused).rejects.toThrow('The mail server rejected the user or password in SMTP_URL.')
})

it('lists all accounts with their organizations, newest first, page by page', async () => {
  const other = await fixture.newActor()
  await database.systemDb
    .insertInto('memberships')
    .values({ id: newId('mem'), organization_id: other.organizationId, user_id: other.userId, role: 'owner' })
    .execute()
  await database.systemDb
    .insertInto('sessions')
    .values({ id: newId('ses'), user_id: other.userId, expires_at: new Date(), revoked_at: new Date() })
    .execute()
  const users = createInstanceUsersService({ database, operators })
  const first = await users.list(actor, { limit: 1 })
  expect(first.items).toMatchObject([
    { id: other.userId, isOperator: false, isEmailVerified: expect.any(Boolean), hasSecondFactor: false },
  ])
  expect(first.items[0]?.organizations).toEqual([{ id: other.organizationId, name: 'Test', role: 'owner' }])
  expect(first.items[0]?.lastSignInAt).toBeInstanceOf(Date)
  const second = await users.list(actor, { limit: 1, cursor: first.nextCursor ?? '' })
  expect(second.items).toMatchObject([{ id: actor.userId, isOperator: true, lastSignInAt: null }])
})

it('counts backups on the disk of the instance, and its own', async () => {
  const before = (await serviceWith().read(actor)).storage
  await addBackup({ type: 'control_plane', status: 'succeeded', sizeBytes: 700 })
  await addBackup({ type: 'control_plane', status: 'expired', sizeBytes: 20 })
  await addBackup({ type: 'server', status: 'succeeded', sizeBytes: 3 })
  const stored = { object_key: 'a', sha256: '0'.repeat(64), content: '{}', finished_at: new Date() }
  await database.systemDb
    .insertInto('instance_backups')
    .values([
      { id: randomUUIDv7(), status: 'succeeded', size_bytes: 50, ...stored },
      { id: randomUUIDv7(), status: 'expired', size_bytes: 4, ...stored },
    ])
    .execute()
  const { localBackups, instanceBackups } = (await serviceWith().read(actor)).storage
  const { count, sizeBytes } = before.localBackups
  expect(localBackups).toEqual({ count: count + 1, sizeBytes: sizeBytes + 700 })
  expect(instanceBackups).toEqual({
    count: before.instanceBackups.count + 1,
    sizeBytes: before.instanceBackups.sizeBytes + 50,
  })
})

async function addBackup(about: { type: string; status: string; sizeBytes: number }): Promise<void> {
  const [id, destination_id, organization_id] = [newId('bkp'), newId('bds'), actor.organizationId]
  await database.systemDb
    .insertInto('backup_destinations')
    .values({ id: destination_id, organization_id, name: id, type: about.type, configuration: '{}' })
    .execute()
  await database.systemDb
    .insertInto('backups')
    .values({
      ...{ id, organization_id, destination_id, status: about.status, size_bytes: about.sizeBytes },
      ...{ service_id: newId('svc'), service_name: 'db', kind: 'manual', run_id: newId('run'), engine: 'postgres' },
      ...{ object_key: id, sha256: '0'.repeat(64), manifest: '{}', finished_at: new Date() },
    })
    .execute()
}

it('lists at most 50 organizations of an account', async () => {
  const other = await fixture.newActor()
  const organizations = Array.from({ length: 51 }, (_, index) => ({ id: newId('org'), name: `Shop ${index + 10}` }))
  await database.systemDb.insertInto('organizations').values(organizations).execute()
  await database.systemDb
    .insertInto('memberships')
    .values(
      organizations.map(({ id }) => ({
        ...{ id: newId('mem'), organization_id: id, user_id: other.userId, role: 'viewer' },
      })),
    )
    .execute()
  const [user] = (await createInstanceUsersService({ database, operators }).list(actor, { limit: 1 })).items
  expect(user?.id).toBe(other.userId)
  const names = user?.organizations.map(({ name }) => name)
  expect([names?.length, names?.at(0), names?.at(-1)]).toEqual([50, 'Shop 10', 'Shop 59'])
})

it("returns 403 to an owner who isn't an operator, and to API tokens", async () => {
  const token: Actor = { ...actor, kind: 'token' }
  const stranger = await fixture.newActor()
  const service = serviceWith()
  const users = createInstanceUsersService({ database, operators })
  const attempts = [
    service.checkHealth,
    service.read,
    service.sendTestEmail,
    (by: Actor) => users.list(by, { limit: 1 }),
  ]
  for (const attempt of attempts) {
    await expect(attempt(stranger)).rejects.toEqual(failsWith('operator_required'))
    await expect(attempt(token)).rejects.toEqual(failsWith('person_required'))
  }
  expect(await service.checkHealth(actor)).toMatchObject({ status: 'passed' })
})
