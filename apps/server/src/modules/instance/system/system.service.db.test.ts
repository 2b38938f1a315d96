import { Readable } from 'node:stream'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { createLog } from '../../../platform/log/log.ts'
import type { MailContent } from '../../../platform/mail/mail-message.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { Secret } from '../../../platform/secrets/secret.ts'
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

/** The link without a network: calls reach the handlers directly. */
function linkTo(handlers: readonly LinkHandler[]): Pick<LinkClient, 'call'> {
  return {
    async call(definition, args, { organizationId }) {
      const handler = handlers.find(({ name }) => name === definition.name)
      if (handler === undefined) throw new Error(`no handler for ${definition.name}`)
      const run = await handler.prepare(await z.encodeAsync(definition.args, args))
      const { head } = await run({
        ...{ organizationId, actorId: null, signal: new AbortController().signal },
        body: Readable.from([]),
        log: createLog({ level: 'silent', process: 'worker' }),
      })
      return await definition.result.parseAsync(head)
    },
  }
}

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
    ...{ database, operators, version: '2', signUpMode: 'open', link: linkTo([health, ...calls]) },
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
