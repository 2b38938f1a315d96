import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { ensureFirstOrganization, hasWaitingOrganization } from '../../organizations/index.ts'
import { startRemovals } from './start-removals.action.ts'

const { database } = await useTestDatabase()

test('keeps the organization that waits for its first owner', async () => {
  const waiting = await database.system(ensureFirstOrganization)
  expect(await startRemovals(database)).toBe(0)
  const organizations = await database.systemDb.selectFrom('organizations').select('id').execute()
  expect(organizations).toEqual([{ id: waiting }])
  expect(await hasWaitingOrganization(database.systemDb)).toBe(true)
  expect(await database.systemDb.selectFrom('workflow_runs').select('id').execute()).toEqual([])
})
