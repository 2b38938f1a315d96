import { expect, test } from 'vitest'
import { startRun, subjectKey } from '../../../platform/durable/runs.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { testDriver } from '../../../testing/durable-driver.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment } from '../../../testing/test-deployments.ts'
import { checkVersion } from './version.references.ts'
import { createCheckVersion } from './workflow/check-version.workflow.ts'

const { database } = await useTestDatabase()
let feed: unknown = {}
const outbound = {
  request: async () => ({ status: 200, headers: new Map(), body: Buffer.from(JSON.stringify(feed)) }),
} as unknown as Outbound
const options = { database, outbound, feedUrl: 'https://releases.example/feed.json', currentVersion: '0.1.0' }
const { drive } = testDriver(database, [createCheckVersion(options)])

async function runCheck(): Promise<void> {
  await database.system((tx) =>
    startRun(tx, { workflow: checkVersion, key: 'instance', input: {}, organizationId: null }),
  )
  await drive(subjectKey(checkVersion, 'instance'))
}

test('reports a newer version once to organizations that want it', async () => {
  const [one, other] = [await createTestEnvironment(database), await createTestEnvironment(database)]
  await database.systemDb
    .insertInto('notification_connectors')
    .values({
      ...{ id: newId('ntc'), organization_id: one.organizationId, kind: 'webhook', name: 'x', configuration: '{}' },
      ...{ sealed_configuration: 'x', events: ['version_available'], min_severity: 'info' },
    })
    .execute()
  const sentNotices = async () =>
    await database.systemDb.selectFrom('notices').select(['organization_id', 'payload']).orderBy('created_at').execute()
  feed = { version: '0.1.0' }
  await runCheck()
  expect(await sentNotices()).toEqual([])
  feed = { version: 'v0.2.0', url: 'https://releases.example/0.2.0' }
  await runCheck()
  await runCheck()
  expect(await sentNotices()).toMatchObject([
    { organization_id: one.organizationId, payload: { event: 'version_available', version: 'v0.2.0' } },
  ])
  expect(other.organizationId).not.toBe(one.organizationId)
})
