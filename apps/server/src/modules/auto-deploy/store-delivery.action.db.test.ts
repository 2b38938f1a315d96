import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-deployments.ts'
import { insertAutoDeploy } from './auto-deploy.repository.ts'
import { readOpenDeliveries } from './read-open-deliveries.query.ts'
import { type StoredDelivery, storeDeliveries } from './store-delivery.action.ts'
import { decideDeliveries, type NewDelivery } from './webhook-deliveries.repository.ts'
import type { PushEvent } from './webhook-events.schemas.ts'

const { database } = await useTestDatabase()
let fixture: TestEnvironment
let autoDeployId: Id<'adp'>

const hash = (text: string) => createHash('sha256').update(text).digest()
const event: PushEvent = {
  kind: 'push',
  repository: { id: '7', fullName: 'ada/shop' },
  ref: 'refs/heads/main',
  commit: { sha: 'a'.repeat(40), message: 'Change', author: 'Ada' },
  changedPaths: null,
  isForced: false,
}

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  autoDeployId = newId('adp')
  const { organizationId } = fixture.actor
  await database.tenant(organizationId, async (tx) => {
    const row = { id: autoDeployId, environmentId: fixture.environmentId, sealedSecret: 'sealed' }
    await insertAutoDeploy(tx, organizationId, row)
    await sql`update environments set auto_deploy_enabled = true where id = ${fixture.environmentId}`.execute(tx)
  })
})

function delivery(more: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: newId('whd'),
    environmentId: fixture.environmentId,
    autoDeployId,
    deliveryHash: hash(randomUUID()),
    bodyHash: hash(randomUUID()),
    origin: 'webhook',
    eventName: 'push',
    event,
    ignored: null,
    ...more,
  }
}

const storeAll = (deliveries: NewDelivery[]): Promise<StoredDelivery[]> =>
  database.tenant(fixture.actor.organizationId, (tx) => storeDeliveries(tx, fixture.actor.organizationId, deliveries))
const store = async (each: NewDelivery) => (await storeAll([each]))[0]

async function listRuns(): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`
    select status from workflow_runs where kind = 'decide-pushes' and key like ${`%${fixture.environmentId}`} order by id`.execute(
    database.systemDb,
  )
  return rows.map(({ status }) => status)
}

it('recognizes a repeated delivery by its ID and by its body', async () => {
  const first = delivery()
  expect(await store(first)).toEqual({ id: first.id, isDuplicate: false })
  const again = { ...delivery(), deliveryHash: first.deliveryHash }
  expect(await store(again)).toEqual({ id: first.id, isDuplicate: true })
  const sameBody = { ...delivery(), bodyHash: first.bodyHash }
  expect(await store(sameBody)).toEqual({ id: first.id, isDuplicate: true })
  expect(await listRuns()).toEqual(['queued'])
})

it('stores many at once and recognizes duplicates among them', async () => {
  const [first, second, third] = [delivery(), delivery(), delivery({ event: null, ignored: 'other_event' })]
  await store(second)
  const again = { ...delivery(), deliveryHash: first.deliveryHash, bodyHash: first.bodyHash }
  const sameBody = { ...delivery(), bodyHash: first.bodyHash }
  const before = { ...delivery(), bodyHash: second.bodyHash }
  const stored = await storeAll([first, third, before, again, sameBody])
  const kept = new Set(stored.map(({ id }) => id))
  // Any of the duplicates can be stored first; all of them return the same ID.
  expect(kept.size).toBe(3)
  expect(stored[1]).toEqual({ id: third.id, isDuplicate: false })
  expect(stored[2]).toEqual({ id: second.id, isDuplicate: true })
  expect(new Set([stored[0]?.id, stored[3]?.id, stored[4]?.id]).size).toBe(1)
  expect(stored.filter(({ isDuplicate }) => isDuplicate)).toHaveLength(3)
  expect(await listRuns()).toEqual(['queued'])
})

it('stores the same delivery for each environment', async () => {
  const first = delivery()
  await store(first)
  const before = fixture
  fixture = await createTestEnvironment(database)
  expect(before.environmentId).not.toBe(fixture.environmentId)
  const id = newId('adp')
  await database.tenant(fixture.actor.organizationId, (tx) =>
    insertAutoDeploy(tx, fixture.actor.organizationId, {
      id,
      environmentId: fixture.environmentId,
      sealedSecret: 'sealed',
    }),
  )
  const own = { ...delivery({ autoDeployId: id }), deliveryHash: first.deliveryHash, bodyHash: first.bodyHash }
  expect((await store(own))?.isDuplicate).toBe(false)
})

it('starts one run for many deliveries, and another once that run has started', async () => {
  for (let count = 0; count < 5; count += 1) await store(delivery())
  expect(await listRuns()).toEqual(['queued'])
  await sql`update workflow_runs set status = 'running' where kind = 'decide-pushes' and key like ${`%${fixture.environmentId}`}`.execute(
    database.systemDb,
  )
  await store(delivery())
  expect(await listRuns()).toEqual(['running', 'queued'])
})

it('starts no run for ignored deliveries', async () => {
  await store(delivery({ event: null, ignored: 'other_event' }))
  expect(await listRuns()).toEqual([])
})

it('a reader of open deliveries waits for a transaction that stores one', async () => {
  const { organizationId } = fixture.actor
  const stored = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const first = delivery()
  const storing = database.tenant(organizationId, async (tx) => {
    await storeDeliveries(tx, organizationId, [first])
    stored.resolve()
    await mayCommit.promise
  })
  await stored.promise
  let isRead = false
  const reading = database
    .tenant(organizationId, (tx) => readOpenDeliveries(tx, organizationId, fixture.environmentId))
    .finally(() => {
      isRead = true
    })
  // Waits until the reader is blocked by the writer.
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from pg_locks where not granted`.execute(database.systemDb)
    waiting = rows[0]?.count ?? 0
  }
  expect(isRead).toBe(false)
  mayCommit.resolve()
  await storing
  expect((await reading)?.pushes.map(({ id }) => id)).toEqual([first.id])
})

it('is decided once', async () => {
  const { organizationId } = fixture.actor
  const first = delivery()
  await store(first)
  const deploymentId = brandId<'dep'>(randomUUID())
  const outcome = { ids: [first.id], status: 'deployed', reason: null, deploymentId } as const
  await database.tenant(organizationId, (tx) => decideDeliveries(tx, organizationId, outcome))
  await database.tenant(organizationId, (tx) =>
    decideDeliveries(tx, organizationId, { ids: [first.id], status: 'ignored', reason: 'not_newest' }),
  )
  const { rows } = await sql`select status, deployment_id from webhook_deliveries where id = ${first.id}`.execute(
    database.systemDb,
  )
  expect(rows).toEqual([{ status: 'deployed', deployment_id: deploymentId }])
})
