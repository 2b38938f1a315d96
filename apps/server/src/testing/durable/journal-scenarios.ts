/** Contract of the journal with the driver, as scenarios for any store. */
import { expect } from 'vitest'
import { z } from 'zod'
import { endObsoleteRuns } from '../../platform/durable/end-obsolete-runs.ts'
import type { ClaimedRun } from '../../platform/durable/journal.ts'
import { type FinishedRun, step, workflow } from '../../platform/durable/workflow.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storeDriver } from '../durable-driver.ts'
import type { DurableStore } from './durable-store.ts'

const ref = declareWorkflow({ kind: 'deploy', input: z.null(), supersedesQueued: true })
const other = declareWorkflow({ kind: 'restore', object: 'deploy', input: z.null() })
const nothing = step<null, void>({ name: 'nothing', output: z.void(), deadlineMs: 1_000, run: async () => undefined })
const hints = { firstSteps: '{"deploy":"nothing","restore":"nothing"}', slowStarters: [] }
const ends: (FinishedRun & { id: string })[] = []
const hooks = {
  onFinish: async (_tx: unknown, run: { id: string }, end: FinishedRun) => void ends.push({ ...end, id: run.id }),
}
const workflows = new Map([ref, other].map((each) => [each.kind, workflow(each, [nothing], hooks)]))
let count = 0

function ready({ journal }: DurableStore) {
  ends.length = 0
  const key = `j${count++}`
  const claim = async (): Promise<ClaimedRun> => {
    const run = await journal.claimHead(`deploy/${key}`, hints)
    if (run === undefined) throw new Error('nothing to claim')
    return run
  }
  const record = (run: ClaimedRun, name: string, next: string | null = 'next') =>
    journal.recordStep(run, { name, attempt: 1, output: 'x', next })
  return { key, claim, record }
}

export const journalScenarios: Record<string, (store: DurableStore) => Promise<void>> = {
  async 'writes nothing for a worker with an old fence'(store) {
    const { key, claim, record } = ready(store)
    const id = await store.start(ref, key, null)
    const old = await claim()
    const current = await claim()
    expect(current.fence).toBeGreaterThan(old.fence)
    expect(await record(old, 'a')).toBe(false)
    expect(await store.journal.whyRefused(old, 'a')).toBe('lost')
    expect(await store.steps(id)).toEqual([])
    expect(await record(current, 'a')).toBe(true)
  },

  async 'records a step once, however often it is written'(store) {
    const { key, claim, record } = ready(store)
    const id = await store.start(ref, key, null)
    const run = await claim()
    const results = await Promise.all(Array.from({ length: 8 }, () => record(run, 'a')))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await store.journal.whyRefused(run, 'a')).toBe('recorded')
    expect(await store.steps(id)).toHaveLength(1)
  },

  async 'recognizes a last record whose response was lost'(store) {
    const { key, claim, record } = ready(store)
    await store.start(ref, key, null)
    const run = await claim()
    expect(await record(run, 'a', null)).toBe(true)
    expect(await record(run, 'a', null)).toBe(false)
    expect(await store.journal.whyRefused(run, 'a')).toBe('recorded')
  },

  async 'takes the oldest queued run of a key, and none while another runs'(store) {
    const { key, claim, record } = ready(store)
    const first = await store.start(ref, key, null)
    const second = await store.start(ref, key, null)
    const run = await claim()
    expect([run.id, run.isFresh]).toEqual([first, true])
    const again = await claim()
    expect([again.id, again.isFresh, again.takeovers]).toEqual([first, false, 1])
    await record(again, 'a', null)
    const next = await claim()
    expect(next.id).toBe(second)
    expect(next.fence).toBeGreaterThan(again.fence)
  },

  async 'a failed transaction writes nothing'(store) {
    const { key, claim } = ready(store)
    const id = await store.start(ref, key, null)
    const run = await claim()
    const failing = store.journal.transaction(async (transaction) => {
      await transaction.recordStep(run, { name: 'a', attempt: 1, output: null, next: null })
      await transaction.markFinished(run.id, { status: 'failed', error: null, supersededBy: null })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.steps(id)).toEqual([])
    expect(await store.run(id)).toMatchObject({ status: 'running', finished_at: null })
  },

  async 'only the newest of several queued runs of a key remains; running ones and other kinds are left alone'(store) {
    const { key, claim } = ready(store)
    await store.start(ref, key, null)
    await claim()
    const second = await store.start(ref, key, null)
    const restore = await store.start(other, key, null)
    const third = await store.start(ref, key, null)
    const newest = await store.start(ref, key, null)
    expect(await endObsoleteRuns(store.journal, workflows, `deploy/${key}`)).toBe(2)
    expect(ends).toEqual([
      { id: second, status: 'superseded', supersededBy: newest, error: null },
      { id: third, status: 'superseded', supersededBy: newest, error: null },
    ])
    expect((await store.run(restore)).status).toBe('queued')
    expect((await store.run(newest)).status).toBe('queued')
    expect((await store.run(second)).superseded_by).toBe(newest)
    expect(await endObsoleteRuns(store.journal, workflows, `deploy/${key}`)).toBe(0)
  },

  async 'fifty workers that settle concurrently call the hooks once'(store) {
    const { key } = ready(store)
    const ids = []
    for (let index = 0; index < 5; index += 1) ids.push(await store.start(ref, key, null))
    await Promise.all(Array.from({ length: 50 }, () => endObsoleteRuns(store.journal, workflows, `deploy/${key}`)))
    expect(ends).toHaveLength(4)
    const states = await Promise.all(ids.map((id) => store.run(id)))
    expect(states.filter((run) => run.finished_at === null).map((run) => run.id)).toEqual([ids[4]])
  },

  async 'a queued run that is canceled ends immediately, and does not supersede others'(store) {
    const { key } = ready(store)
    const first = await store.start(ref, key, null)
    const second = await store.start(ref, key, null)
    await store.cancel(second)
    expect(await endObsoleteRuns(store.journal, workflows, `deploy/${key}`)).toBe(1)
    expect(ends).toEqual([{ id: second, status: 'cancelled', supersededBy: null, error: null }])
    await storeDriver(store, [...workflows.values()]).drive(`deploy/${key}`)
    expect((await store.run(first)).status).toBe('succeeded')
  },
}
