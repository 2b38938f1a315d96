import { expect, it } from 'vitest'
import { z } from 'zod'
import { newOrganization, testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { newId } from '../ids/type-id.ts'
import { requestCancel, startRun } from './runs.ts'
import { declareWorkflow } from './workflow-ref.ts'

const { database } = await useTestDatabase()
const ref = declareWorkflow({ kind: 'story', input: z.object({ word: z.string().max(5) }) })
const driver = testDriver(database, [])
const input = { word: 'x' }

it('an organization starts, sees and cancels only its own runs', async () => {
  const [mine, other] = [await newOrganization(database), await newOrganization(database)]
  const id = await database.tenant(mine, (tx) => startRun(tx, { workflow: ref, key: 'a', input, organizationId: mine }))
  expect(await driver.tickets()).toEqual([id])
  expect(await database.tenant(other, (tx) => requestCancel(tx, id))).toBe('not_found')
  const seen = await database.tenant(other, (tx) => tx.selectFrom('workflow_runs').select('id').execute())
  expect(seen).toEqual([])
  expect(await database.tenant(mine, (tx) => requestCancel(tx, id))).toBe('requested')
  for (const organizationId of [other, null]) {
    const start = database.tenant(mine, (tx) => startRun(tx, { workflow: ref, key: 'b', input, organizationId }))
    await expect(start).rejects.toThrow(/row-level security/)
  }
})

it('a run and its ticket exist only if the transaction that requested them commits', async () => {
  await driver.takeTickets()
  const failed = database.system(async (tx) => {
    await startRun(tx, { workflow: ref, key: 'c', input, organizationId: null })
    throw new Error('the rest of the transaction fails')
  })
  await expect(failed).rejects.toThrow()
  expect(await driver.tickets()).toEqual([])
  const runs = await database.systemDb.selectFrom('workflow_runs').select('id').where('key', '=', 'story/c').execute()
  expect(runs).toEqual([])
})

it('an invalid input starts nothing', async () => {
  const start = database.system((tx) =>
    startRun(tx, { workflow: ref, key: 'd', input: { word: 'too long' }, organizationId: null }),
  )
  await expect(start).rejects.toThrow()
})

it("reports that a run to cancel doesn't exist", async () => {
  expect(await database.system((tx) => requestCancel(tx, newId('run')))).toBe('not_found')
})
