import { expect, it } from 'vitest'
import { z } from 'zod'
import { driverScenarios } from '../../testing/durable/driver-scenarios.ts'
import { postgresStore } from '../../testing/durable/postgres-store.ts'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { brandId } from '../ids/brand.ts'
import { type StepContext, step, workflow } from './workflow.ts'
import { declareWorkflow } from './workflow-ref.ts'

const { database } = await useTestDatabase()
const store = postgresStore(database)

for (const [name, scenario] of Object.entries(driverScenarios)) it(name, () => scenario(store))

it("a step's records commit with its result, and not when the worker was replaced meanwhile", async () => {
  const name = 'recorded once'
  let turns = 0
  const run = async (context: StepContext<null>) => {
    context.record(async (tx) => {
      await tx
        .insertInto('organizations')
        .values({ id: brandId<'org'>(context.run.id), name })
        .execute()
    })
    // The first time, another worker claims the run before this one can record.
    turns += 1
    if (turns === 1) await taken.drive('story/record')
    return 'inserted'
  }
  const insert = step<null, string>({ name: 'insert', output: z.string(), deadlineMs: 5_000, run })
  const scenario = workflow(declareWorkflow({ kind: 'story', input: z.null() }), [insert])
  const taken = testDriver(database, [scenario])
  const driver = testDriver(database, [scenario])
  const id = await driver.start(scenario.ref, 'record', null)
  await expect(driver.drive('story/record')).rejects.toMatchObject({ kind: 'lost' })
  const rows = await database.systemDb.selectFrom('organizations').select('id').where('name', '=', name).execute()
  expect(rows).toHaveLength(1)
  expect(await driver.steps(id)).toHaveLength(1)
  expect(await driver.run(id)).toMatchObject({ status: 'succeeded' })
})
