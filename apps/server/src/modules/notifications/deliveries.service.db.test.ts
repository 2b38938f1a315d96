import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import { subjectKey } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { createUnsealer, generateIdentity } from '../../platform/secrets/unseal.ts'
import { directLink } from '../../testing/direct-link.ts'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, scriptedDeploy, type TestEnvironment } from '../../testing/test-deployments.ts'
import { failsWith } from '../../testing/test-projects.ts'
import { deployEnvironment } from '../deployments/deployments.references.ts'
import { createDeploymentsService } from '../deployments/deployments.service.ts'
import { publishNotice } from '../notices/index.ts'
import type { NoticeEvent } from '../notices/notice-events.schemas.ts'
import { createNotificationCalls } from './calls/notifications.call.ts'
import { CreateConnectorBody } from './connectors.schemas.ts'
import { createConnectorsService } from './connectors.service.ts'
import { startDelivery } from './deliveries.poller.ts'
import { deliverNotices } from './deliveries.references.ts'
import { createDeliveriesService } from './deliveries.service.ts'
import { findDueConnectors } from './deliveries.system-repository.ts'
import { LinksBody } from './links.schemas.ts'
import { createLinksService } from './links.service.ts'
import { samplePayload } from './messages/sample-payloads.policy.ts'
import type { NoticeDelivery, SendResult } from './sending/send-notice.client.ts'
import { createWebhookKeysService } from './webhook-keys.service.ts'
import { createDeliverNotices } from './workflow/deliver-notices.workflow.ts'

const { database } = await useTestDatabase()
const { identity, recipient } = await generateIdentity()
const unsealer = await createUnsealer([identity])
const sealer = createSealer(recipient)
const publicUrl = 'https://longshore.example'
const arrived = { ok: true } as const
const away = { ok: false, isFinal: false, reason: 'It is away.' } as const
const never = { ok: false, isFinal: true, reason: 'It is gone.' } as const

let fixture: TestEnvironment
let sent: NoticeDelivery[]
let verdicts: SendResult['verdict'][]
let breaks = 0

const tools = {
  ...{ database, unsealer, publicUrl, firstPauseMs: 10 },
  sender: {
    async send(delivery: NoticeDelivery): Promise<SendResult> {
      if (breaks > 0) {
        breaks -= 1
        throw new Error('a fault of our own')
      }
      sent.push(delivery)
      return { verdict: verdicts.shift() ?? arrived, status: 200, durationMs: 1 }
    },
  },
}
const deliver = createDeliverNotices(tools)
const options = { database, sealer, clock: systemClock, publicUrl, link: directLink(createNotificationCalls(tools)) }
const connectors = createConnectorsService(options)
const deliveries = createDeliveriesService(options)
const links = createLinksService(options)
const keys = createWebhookKeysService(options)
const deployments = createDeploymentsService({ database })
const { drive } = testDriver(database, [deliver])

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  sent = []
  verdicts = []
})

const hook = 'https://example.com/hooks/secret-path'
const create = (body: object = {}) =>
  connectors.create(
    fixture.actor,
    CreateConnectorBody.parse({ kind: 'webhook', name: `Hook ${randomUUID()}`, config: { url: hook }, ...body }),
  )
const link = (connectorId: Id<'ntc'>, more: object = {}) => {
  const wire = encodeId('ntc', connectorId)
  const body = LinksBody.parse({ links: [{ connectorId: wire, events: ['deployment_failed'], ...more }] })
  return links.replace(fixture.actor, fixture.projectId, body)
}
const publish = (event: NoticeEvent, causeKey = `test:${randomUUID()}`) =>
  database.tenant(fixture.organizationId, (tx) =>
    publishNotice(tx, fixture.organizationId, { payload: samplePayload(event), causeKey }),
  )
/** Runs one round of the poller, and the runs that it started. */
async function round(): Promise<void> {
  const due = await findDueConnectors(database.systemDb, { object: deliverNotices.object, settleMs: 0, limit: 200 })
  for (const each of due) await startDelivery(database, each)
  const rows = await database.systemDb
    .selectFrom('workflow_runs')
    .select('key')
    .where('organization_id', '=', fixture.organizationId)
    .where('kind', '=', deliverNotices.kind)
    .where('finished_at', 'is', null)
    .execute()
  for (const { key } of rows) await drive(key)
}
const skipPause = () =>
  database.systemDb
    .updateTable('notification_connectors')
    .set({ retry_at: null })
    .where('organization_id', '=', fixture.organizationId)
    .execute()
const listed = async (id: Id<'ntc'>) => (await deliveries.list(fixture.actor, id, { limit: 50 })).items

describe('notice', () => {
  test('is sent to subscribed connectors, once per cause', async () => {
    const [all, some, off] = [await create(), await create({ events: ['member_joined'] }), await create()]
    await connectors.update(fixture.actor, off.id, { enabled: false })
    await publish('server_unreachable', 'one cause')
    await publish('server_unreachable', 'one cause')
    await round()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ kind: 'webhook', config: { url: hook }, payload: { event: 'server_unreachable' } })
    expect(sent[0]?.sending.keys).toEqual([all.secret])
    expect([(await listed(some.id)).length, (await listed(off.id)).length]).toEqual([0, 0])
    const [delivery] = await listed(all.id)
    expect(delivery).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      event: 'server_unreachable',
      severity: 'critical',
    })
    expect(JSON.stringify(delivery)).not.toContain('secret-path')
    expect((await connectors.get(fixture.actor, all.id)).lastDelivery?.id).toBe(delivery?.id)
  })

  test("isn't sent if its transaction doesn't commit", async () => {
    await create()
    const failing = database.tenant(fixture.organizationId, async (tx) => {
      await publishNotice(tx, fixture.organizationId, { payload: samplePayload('server_unreachable'), causeKey: 'x' })
      throw new Error('the rest failed')
    })
    await expect(failing).rejects.toThrow('the rest failed')
    await round()
    expect(sent).toEqual([])
  })

  test('sends no event below the minimum severity', async () => {
    await create({ events: ['alert_raised', 'server_recovered'], minSeverity: 'warning' })
    await publish('server_recovered')
    await publish('alert_raised')
    await round()
    expect(sent.map(({ message }) => message.event)).toEqual(['alert_raised'])
  })
})

describe('deployment', () => {
  const fail = async () => {
    throw new PermanentError('build_failed', 'RUN make ended with 2.')
  }
  async function deployFailing(): Promise<void> {
    const { actor, environmentId } = fixture
    const driver = testDriver(database, [scriptedDeploy({ 'build-image': { run: fail } })])
    await deployments.create(actor, environmentId, { clearCache: false })
    await driver.drive(subjectKey(deployEnvironment, environmentId))
  }

  test('that fails sends exactly one message per linked connector, with its cause and remedy', async () => {
    const [one, other] = [await create(), await create()]
    const events = ['deployment_failed', 'deployment_succeeded']
    const both = [one, other].map(({ id }) => ({ connectorId: encodeId('ntc', id), events }))
    await links.replace(fixture.actor, fixture.projectId, LinksBody.parse({ links: both }))
    await deployFailing()
    await round()
    await round()
    expect(sent).toHaveLength(2)
    expect(sent[0]?.payload).toMatchObject({
      event: 'deployment_failed',
      project: { name: 'Shop' },
      deployment: { number: 1 },
      failure: { code: 'build_failed', title: 'The build failed' },
    })
    expect(sent[0]?.message.link).toContain(publicUrl)
  })

  test('that fails is sent once by a channel for all projects, also if the project links it', async () => {
    const everywhere = await create({ projectEvents: ['deployment_failed'] })
    const [linked, other] = [await create({ projectEvents: ['deployment_failed'] }), await create()]
    await link(linked.id)
    await deployFailing()
    await round()
    expect((await listed(everywhere.id)).map(({ event }) => event)).toEqual(['deployment_failed'])
    expect((await listed(linked.id)).map(({ event }) => event)).toEqual(['deployment_failed'])
    expect(await listed(other.id)).toEqual([])
    expect(sent).toHaveLength(2)
  })

  test('of all projects is sent only with the chosen events and severity', async () => {
    const { id, ...created } = await create({ projectEvents: ['deployment_failed', 'deployment_failed'] })
    expect(created.projectEvents).toEqual(['deployment_failed'])
    expect(await connectors.update(fixture.actor, id, { minSeverity: 'critical' })).toMatchObject({
      projectEvents: ['deployment_failed'],
    })
    await deployFailing()
    await connectors.update(fixture.actor, id, { projectEvents: ['deployment_cancelled'] })
    await deployFailing()
    await connectors.update(fixture.actor, id, { projectEvents: [] })
    await deployFailing()
    await round()
    expect(sent.map(({ message }) => message.event)).toEqual(['deployment_failed'])
  })

  test('of another environment, or below the minimum severity, sends nothing', async () => {
    const other = await createTestEnvironment(database, fixture)
    const { id } = await create()
    await link(id, { environments: [encodeId('env', other.environmentId)] })
    await deployFailing()
    await round()
    expect(sent).toHaveLength(0)
    await link(id, { events: ['deployment_started'], minSeverity: 'warning' })
    await deployFailing()
    await round()
    expect(sent).toHaveLength(0)
  })

  test('that succeeds sends started and live, in this order', async () => {
    const { id } = await create()
    await link(id, { events: ['deployment_started', 'deployment_succeeded', 'deployment_failed'] })
    const driver = testDriver(database, [scriptedDeploy()])
    await deployments.create(fixture.actor, fixture.environmentId, { clearCache: false })
    await driver.drive(subjectKey(deployEnvironment, fixture.environmentId))
    await round()
    expect(sent.map(({ message }) => message.event)).toEqual(['deployment_started', 'deployment_succeeded'])
  })
})

describe('delivery', () => {
  test('that fails is retried under the same id and before later ones', async () => {
    const { id } = await create()
    verdicts = [away]
    await publish('server_unreachable')
    await publish('host_key_changed')
    await round()
    expect(sent).toHaveLength(1)
    await skipPause()
    await round()
    expect(sent.map(({ message }) => message.event)).toEqual([
      'server_unreachable',
      'server_unreachable',
      'host_key_changed',
    ])
    expect(sent[1]?.sending.deliveryId).toBe(sent[0]?.sending.deliveryId)
    expect((await listed(id)).map(({ status, attemptCount }) => [status, attemptCount])).toEqual([
      ['delivered', 1],
      ['delivered', 2],
    ])
  })

  test('that fails five times is failed, and another connector reports it, once', async () => {
    const failing = await create()
    verdicts = [away, away, away, away, away]
    await publish('server_unreachable')
    const other = await create({ name: 'The other' })
    for (let turn = 0; turn < 6; turn += 1) {
      await skipPause()
      await round()
    }
    const [delivery] = await listed(failing.id)
    expect(delivery).toMatchObject({ status: 'failed', attemptCount: 5, reason: 'It is away.' })
    expect(delivery?.attempts).toHaveLength(5)
    expect(await connectors.get(fixture.actor, failing.id)).toMatchObject({ status: 'failing', reason: 'It is away.' })
    expect((await listed(other.id)).map(({ event }) => event)).toEqual(['connector_failing'])
    expect(sent.at(-1)?.payload).toMatchObject({ connector: { id: encodeId('ntc', failing.id) } })
  })

  test('that can never arrive is attempted once, and the next ones follow immediately', async () => {
    const { id } = await create()
    verdicts = [never]
    await publish('server_unreachable')
    await publish('host_key_changed')
    await round()
    expect((await listed(id)).map(({ status }) => status)).toEqual(['delivered', 'failed'])
    expect((await connectors.get(fixture.actor, id)).status).toBe('active')
  })

  test('is repeated on request, but not while it waits', async () => {
    const { id } = await create()
    verdicts = [never]
    await publish('server_unreachable')
    await round()
    const [failed] = await listed(id)
    const path = { id, did: failed?.id ?? ('' as Id<'dlv'>) }
    expect(await deliveries.redeliver(fixture.actor, path)).toMatchObject({ status: 'waiting', attemptCount: 0 })
    await expect(deliveries.redeliver(fixture.actor, path)).rejects.toEqual(failsWith('delivery_waiting'))
    await round()
    expect(sent).toHaveLength(2)
    expect(sent[1]?.sending.deliveryId).toBe(sent[0]?.sending.deliveryId)
  })

  test('with an internal error counts as an attempt and blocks nothing', async () => {
    const { id } = await create()
    await publish('server_unreachable')
    await publish('host_key_changed')
    await database.systemDb
      .updateTable('notices')
      .set({ payload: '{"event":"of_a_later_release"}' })
      .where('organization_id', '=', fixture.organizationId)
      .where('event', '=', 'server_unreachable')
      .execute()
    breaks = 1
    await round()
    expect(sent).toEqual([])
    await skipPause()
    await round()
    expect(sent.map(({ message }) => message.event)).toEqual(['host_key_changed'])
    expect((await listed(id)).map(({ status, attemptCount }) => [status, attemptCount])).toEqual([
      ['delivered', 2],
      ['failed', 0],
    ])
  })

  test('that waited for a day is outdated', async () => {
    const { id } = await create()
    await publish('server_unreachable')
    const old = new Date(Date.now() - 25 * 3_600_000)
    await database.systemDb.updateTable('notice_deliveries').set({ updated_at: old }).execute()
    await round()
    expect(sent).toEqual([])
    expect(await listed(id)).toMatchObject([{ status: 'failed', attemptCount: 0 }])
  })
})

describe('connector', () => {
  test('test reports its result, and a connector that works again gets what waits', async () => {
    const { id } = await create()
    verdicts = [away, away, arrived]
    await publish('server_unreachable')
    await round()
    expect(await deliveries.test(fixture.actor, id)).toEqual({
      ok: false,
      status: 200,
      durationMs: 1,
      error: 'It is away.',
    })
    expect((await connectors.get(fixture.actor, id)).retryAt).not.toBeNull()
    expect(await deliveries.test(fixture.actor, id)).toMatchObject({ ok: true, error: null })
    expect((await connectors.get(fixture.actor, id)).retryAt).toBeNull()
    await round()
    expect(sent.map(({ message }) => message.event)).toEqual([
      'server_unreachable',
      'test',
      'test',
      'server_unreachable',
    ])
  })

  test('has two keys for a day after a rotation, and then one', async () => {
    const created = await create()
    const { secret } = await keys.rotate(fixture.actor, created.id)
    await publish('server_unreachable')
    await round()
    expect(sent[0]?.sending.keys).toEqual([secret, created.secret])
    const past = new Date(Date.now() - 1_000)
    await database.systemDb
      .updateTable('connector_keys')
      .set({ expires_at: past })
      .where('connector_id', '=', created.id)
      .where('expires_at', 'is not', null)
      .execute()
    await publish('host_key_changed')
    await round()
    expect(sent[1]?.sending.keys).toEqual([secret])
  })

  test('shows no secrets, and takes a new configuration only as a whole', async () => {
    const chat = await create({ kind: 'telegram', config: { token: `1:${'a'.repeat(30)}`, chatId: '-100' } })
    expect(JSON.stringify(await connectors.get(fixture.actor, chat.id))).not.toContain('aaa')
    const half = connectors.update(fixture.actor, chat.id, { config: { chatId: '-200' } })
    await expect(half).rejects.toEqual(failsWith('validation_failed'))
    const taken = create({ name: chat.name })
    await expect(taken).rejects.toEqual(failsWith('connector_name_taken'))
    await expect(keys.rotate(fixture.actor, chat.id)).rejects.toEqual(failsWith('connector_has_no_key'))
  })

  test('can be previewed for every event without being contacted, and shows its own target without secrets', async () => {
    const { id } = await create()
    const shown = await deliveries.preview(fixture.actor, id, 'backup_proof_failed')
    expect(shown).toMatchObject({ method: 'POST', url: 'https://example.com/[secret]' })
    const mail = await create({ kind: 'email', config: { to: 'grace@harbor.example' } })
    const mailed = await deliveries.preview(fixture.actor, mail.id, 'deployment_failed')
    expect(mailed).toMatchObject({ method: 'SMTP', url: 'mailto:grace@harbor.example' })
    const chat = await create({ kind: 'telegram', config: { token: `1:${'a'.repeat(30)}`, chatId: '-100' } })
    const chatted = await deliveries.preview(fixture.actor, chat.id, 'deployment_failed')
    expect(JSON.parse(chatted.body)).toMatchObject({ chat_id: '-100' })
    expect(JSON.stringify(chatted)).not.toContain('aaa')
    expect(sent).toEqual([])
  })

  test('test is in the log, marked as a test, and is not sent again', async () => {
    const { id } = await create()
    verdicts = [never]
    await deliveries.test(fixture.actor, id)
    await deliveries.test(fixture.actor, id)
    const log = await listed(id)
    expect(log).toMatchObject([
      { event: 'test', severity: 'info', status: 'delivered', attemptCount: 1, reason: null },
      { event: 'test', status: 'failed', attemptCount: 1, reason: 'It is gone.' },
    ])
    expect(log[0]?.attempts).toHaveLength(1)
    expect(log[0]?.request?.body).toContain('Test message from')
    expect(log.map((each) => encodeId('dlv', each.id)).toReversed()).toEqual(
      sent.map(({ sending }) => sending.deliveryId),
    )
    expect(JSON.stringify(log)).not.toContain('secret-path')
    expect((await connectors.get(fixture.actor, id)).lastDelivery).toMatchObject({ event: 'test' })
    const again = deliveries.redeliver(fixture.actor, { id, did: log[0]?.id ?? ('' as Id<'dlv'>) })
    await expect(again).rejects.toEqual(failsWith('delivery_is_test'))
    await round()
    expect(sent).toHaveLength(2)
  })

  test("of another organization can't be linked", async () => {
    const { id } = await create()
    fixture = await createTestEnvironment(database)
    await expect(link(id)).rejects.toEqual(failsWith('validation_failed'))
  })
})
