import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { postgresJournal } from './postgres-journal.ts'
import { requestCancel } from './runs.ts'
import { settleQueued } from './settle.ts'
import { type FinishedRun, step, workflow } from './workflow.ts'
import { declareWorkflow } from './workflow-ref.ts'

const { database } = await useTestDatabase()
const ref = declareWorkflow({ kind: 'deploy', input: z.null(), supersedesQueued: true })
const other = declareWorkflow({ kind: 'restore', object: 'deploy', input: z.null() })
const ends: (FinishedRun & { id: string })[] = []
const nothing = step<null, void>({ name: 'nothing', output: z.void(), deadlineMs: 1_000, run: async () => undefined })
const hooks = {
  onFinish: async (_tx: unknown, run: { id: string }, end: FinishedRun) => void ends.push({ ...end, id: run.id }),
}
const workflows = new Map([ref, other].map((each) => [each.kind, workflow(each, [nothing], hooks)]))
const driver = testDriver(database, [...workflows.values()])

beforeEach(() => {
  ends.length = 0
})

it('of several queued runs of a key only the newest remains; the one at work and other kinds are left alone', async () => {
  const first = await driver.start(ref, 'a', null)
  await database.systemDb.updateTable('workflow_runs').set({ status: 'running' }).where('id', '=', first).execute()
  const second = await driver.start(ref, 'a', null)
  const restore = await driver.start(other, 'a', null)
  const third = await driver.start(ref, 'a', null)
  const newest = await driver.start(ref, 'a', null)
  expect(await settleQueued(postgresJournal(database), workflows, 'deploy/a')).toBe(2)
  expect(ends).toEqual([
    { id: second, status: 'superseded', supersededBy: newest, error: null },
    { id: third, status: 'superseded', supersededBy: newest, error: null },
  ])
  expect((await driver.run(restore)).status).toBe('queued')
  expect((await driver.run(newest)).status).toBe('queued')
  expect((await driver.run(second)).superseded_by).toBe(newest)
  expect(await settleQueued(postgresJournal(database), workflows, 'deploy/a')).toBe(0)
})

it('fifty workers that settle at once tell the hooks once', async () => {
  const ids = []
  for (let index = 0; index < 5; index += 1) ids.push(await driver.start(ref, 'b', null))
  await Promise.all(Array.from({ length: 50 }, () => settleQueued(postgresJournal(database), workflows, 'deploy/b')))
  expect(ends).toHaveLength(4)
  const left = await database.systemDb
    .selectFrom('workflow_runs')
    .select('id')
    .where('key', '=', 'deploy/b')
    .where('finished_at', 'is', null)
    .execute()
  expect(left).toEqual([{ id: ids[4] }])
})

it('a queued run that is cancelled ends at once, and does not supersede others', async () => {
  const first = await driver.start(ref, 'c', null)
  const second = await driver.start(ref, 'c', null)
  await database.system((tx) => requestCancel(tx, second))
  expect(await settleQueued(postgresJournal(database), workflows)).toBe(1)
  expect(ends).toEqual([{ id: second, status: 'cancelled', supersededBy: null, error: null }])
  await driver.drive('deploy/c')
  expect((await driver.run(first)).status).toBe('succeeded')
})
