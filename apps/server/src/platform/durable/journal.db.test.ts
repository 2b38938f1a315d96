import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { journalScenarios } from '../../testing/durable/journal-scenarios.ts'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { beginEpoch } from './epoch.ts'
import type { ClaimedRun } from './journal.ts'
import { claimHead, recordStep } from './journal-rows.ts'
import { declareWorkflow } from './workflow-ref.ts'

const { database } = await useTestDatabase()
const ref = declareWorkflow({ kind: 'story', input: z.null() })
const driver = testDriver(database, [])
const hints = { firstSteps: '{"story":"a"}', slowStarters: [] }
let key = ''
let count = 0

beforeEach(() => {
  key = `k${count++}`
})

async function claim(): Promise<ClaimedRun> {
  const run = await claimHead(database.systemDb, `story/${key}`, hints)
  if (run === undefined) throw new Error('nothing to claim')
  return run
}

const record = (run: ClaimedRun, name: string, next: string | null = 'next') =>
  recordStep(database.systemDb, run, { name, attempt: 1, output: 'x', next })

for (const [name, story] of Object.entries(journalScenarios)) it(name, () => story(driver))

it('the database refuses two running runs of one key', async () => {
  await driver.start(ref, key, null)
  await driver.start(ref, key, null)
  const update = sql`update workflow_runs set status = 'running' where key = ${`story/${key}`}`
  await expect(update.execute(database.systemDb)).rejects.toMatchObject({ code: '23505' })
})

it('fences increase from run to run of a key, and a new epoch outranks them all', async () => {
  await driver.start(ref, key, null)
  const first = await claim()
  await record(first, 'a', null)
  await driver.start(ref, key, null)
  const second = await claim()
  expect(second.fence).toBeGreaterThan(first.fence)
  await record(second, 'a', null)

  await database.system(beginEpoch)
  await driver.start(ref, key, null)
  const third = await claim()
  expect(third.fence).toBeGreaterThan(second.fence + 1_000_000)
  expect(Number.isSafeInteger(third.fence)).toBe(true)
})
