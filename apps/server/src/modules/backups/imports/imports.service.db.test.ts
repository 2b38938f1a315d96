import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { ServiceBody } from '../../environments/services.schemas.ts'
import { discardUpload, storeUpload } from './calls/imports.definition.ts'
import { createImportsService, type ImportPart } from './imports.service.ts'

const { database } = await useTestDatabase()
const upload = { bytes: 9, sha256: 'a'.repeat(64), form: 'plain' as const }
let fixture: TestEnvironment
let calls: string[]
const link: Pick<LinkClient, 'call'> = {
  async call(definition) {
    calls.push(definition.name)
    return definition.result.parse(definition.name === storeUpload.name ? upload : null)
  },
}

beforeEach(async () => {
  calls = []
  fixture = await createTestEnvironment(database)
  const { organizationId: organization_id, environmentId: environment_id, serverId } = fixture
  const { name, kind, ...configuration } = ServiceBody.parse({ name: 'db', kind: 'postgres' })
  const service = { name, kind, position: 1, configuration: JSON.stringify(configuration), owned_by_file: [] }
  const db = database.systemDb
  await db
    .insertInto('services')
    .values({ id: newId('svc'), organization_id, environment_id, ...service })
    .execute()
  const id = newId('dep')
  const about = { number: 1, status: 'live', trigger: 'manual', finished_at: new Date(), switched_at: new Date() }
  await db
    .insertInto('deployments')
    .values({ id, organization_id, environment_id, ...about })
    .execute()
  const live = { live_deployment_id: id, live_server_id: serverId }
  await db.updateTable('environments').set(live).where('id', '=', environment_id).execute()
})

async function* parts(): AsyncGenerator<ImportPart> {
  yield { field: 'confirm', value: `e${fixture.environmentId.slice(-8)}` }
  yield { file: Readable.from([]) }
}

const begin = (of: Database) =>
  createImportsService({ database: of, link }).begin(fixture.actor, fixture.environmentId, {
    wish: {},
    parts: parts(),
    signal: AbortSignal.timeout(10_000),
  })

async function accepted(): Promise<number> {
  const { organizationId } = fixture
  return (
    await database.systemDb.selectFrom('restores').select('id').where('organization_id', '=', organizationId).execute()
  ).length
}

test('a committed import keeps its file when the response to the commit is lost', async () => {
  const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
  let count = 0
  const cut: Database = {
    ...database,
    tenant: async (organizationId, work) => {
      const result = await database.tenant(organizationId, work)
      count += 1
      // The first transaction checks whether it can be imported at all, the second reads the engine, the third is the
      // import itself.
      if (count === 3) throw lost
      return result
    },
  }
  await expect(begin(cut)).rejects.toBe(lost)
  expect(await accepted()).toBe(1)
  expect(calls).toEqual([storeUpload.name])
})

test('the file of a refused import is removed immediately', async () => {
  const { environmentId } = fixture
  const stopped: Database = {
    ...database,
    tenant: async (organizationId, work) => {
      if (calls.length > 0)
        await database.systemDb
          .updateTable('environments')
          .set({ stopped_at: new Date() })
          .where('id', '=', environmentId)
          .execute()
      return await database.tenant(organizationId, work)
    },
  }
  await expect(begin(stopped)).rejects.toMatchObject({ problem: { code: 'environment_stopped' } })
  expect(await accepted()).toBe(0)
  expect(calls).toEqual([storeUpload.name, discardUpload.name])
})
