import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { beginEpoch } from './epoch.ts'
import type { ClaimedRun } from './journal.ts'
import { claimHead, recordStep, whyRefused } from './journal-rows.ts'
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

it('writes nothing for a worker whose fence is old', async () => {
  const id = await driver.start(ref, key, null)
  const old = await claim()
  const current = await claim()
  expect(current.fence).toBeGreaterThan(old.fence)
  expect(await record(old, 'a')).toBe(false)
  expect(await whyRefused(database.systemDb, old, 'a')).toBe('lost')
  expect(await driver.steps(id)).toEqual([])
  expect(await record(current, 'a')).toBe(true)
})

it('records a step once, however often it is written', async () => {
  const id = await driver.start(ref, key, null)
  const run = await claim()
  const results = await Promise.all(Array.from({ length: 8 }, () => record(run, 'a')))
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await whyRefused(database.systemDb, run, 'a')).toBe('recorded')
  expect(await driver.steps(id)).toHaveLength(1)
})

it('knows a last record whose answer was lost', async () => {
  await driver.start(ref, key, null)
  const run = await claim()
  expect(await record(run, 'a', null)).toBe(true)
  expect(await record(run, 'a', null)).toBe(false)
  expect(await whyRefused(database.systemDb, run, 'a')).toBe('recorded')
})

it('takes the oldest queued run of a key, and none beside one at work', async () => {
  const first = await driver.start(ref, key, null)
  const second = await driver.start(ref, key, null)
  const run = await claim()
  expect([run.id, run.isFresh]).toEqual([first, true])
  const again = await claim()
  expect([again.id, again.isFresh, again.takeovers]).toEqual([first, false, 1])
  await record(again, 'a', null)
  expect((await claim()).id).toBe(second)
})

it('the database itself refuses two runs of a key at work', async () => {
  await driver.start(ref, key, null)
  await driver.start(ref, key, null)
  const update = sql`update workflow_runs set status = 'running' where key = ${`story/${key}`}`
  await expect(update.execute(database.systemDb)).rejects.toMatchObject({ code: '23505' })
})

it('fences grow from run to run of a key, and a new epoch outranks them all', async () => {
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
