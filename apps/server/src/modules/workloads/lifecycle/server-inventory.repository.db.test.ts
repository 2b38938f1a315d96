import { expect, it } from 'vitest'
import { newId } from '../../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment } from '../../../testing/test-deployments.ts'
import { listNewerDeployments } from './server-inventory.repository.ts'

const { database } = await useTestDatabase()

it('newer deployments are those of the same environment with a larger number', async () => {
  const first = await createTestEnvironment(database)
  const { organizationId, environmentId } = first
  const other = await createTestEnvironment(database, { ...first })
  const [one, two, three, elsewhere] = [newId('dep'), newId('dep'), newId('dep'), newId('dep')]
  const row = { organization_id: organizationId, trigger: 'manual' }
  await database.systemDb
    .insertInto('deployments')
    .values([
      { ...row, id: three, environment_id: environmentId, number: 3 },
      { ...row, id: one, environment_id: environmentId, number: 1 },
      { ...row, id: two, environment_id: environmentId, number: 2 },
      { ...row, id: elsewhere, environment_id: other.environmentId, number: 9 },
    ])
    .execute()
  const newer = (than: typeof one) =>
    database.tenant(organizationId, (tx) => listNewerDeployments(tx, organizationId, { environmentId, than }))
  expect(await newer(two)).toEqual([three])
  expect((await newer(one)).sort()).toEqual([two, three].sort())
  expect(await newer(three)).toEqual([])
})
