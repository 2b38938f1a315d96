import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { NotRegistered, type Ticket } from './engine-client.ts'
import { reconcileRuns } from './reconciler.ts'
import { relayOutbox } from './relay.ts'
import { step, workflow } from './workflow.ts'
import { declareWorkflow } from './workflow-ref.ts'

const { database } = await useTestDatabase()
const ref = declareWorkflow({ kind: 'story', input: z.null() })
const driver = testDriver(database, [])
const never = new AbortController().signal
let submitted: Ticket[] = []
let refuse: ((ticket: Ticket) => Error | undefined) | undefined
const engine = {
  async submit(ticket: Ticket) {
    const error = refuse?.(ticket)
    if (error !== undefined) throw error
    submitted.push(ticket)
  },
  isAlive: async (ticket: Ticket) =>
    submitted.some((each) => each.runId === ticket.runId && each.generation === ticket.generation),
}
const relay = (point: (name: string) => void = () => undefined, register = async () => undefined) =>
  relayOutbox({ database, workflows: new Map(), engine, register, point }, never)
const reconcile = () => reconcileRuns({ database, engine, isLiveHere: () => false }, never)

beforeEach(async () => {
  submitted = []
  refuse = undefined
  await driver.takeTickets()
  await database.systemDb.deleteFrom('workflow_runs').execute()
})

it('resubmits the same ticket after a relay died after the submission', async () => {
  const id = await driver.start(ref, 'a', null)
  const dies = relay((name) => {
    if (name === 'relay-submitted') throw new Error('dies')
  })
  await expect(dies).rejects.toThrow('dies')
  await relay()
  expect(submitted).toMatchObject([
    { runId: id, generation: 1 },
    { runId: id, generation: 1 },
  ])
  expect(await driver.tickets()).toEqual([])
})

it('concurrent relays submit every ticket exactly once', async () => {
  await Promise.all(Array.from({ length: 300 }, (_, index) => driver.start(ref, `k${index}`, null)))
  await Promise.all([relay(), relay(), relay()])
  expect(new Set(submitted.map((ticket) => ticket.runId)).size).toBe(300)
  expect(submitted).toHaveLength(300)
})

it('keeps tickets that Restate refuses and submits the rest', async () => {
  const bad = await driver.start(ref, 'bad', null)
  const good = await driver.start(ref, 'good', null)
  refuse = (ticket) => (ticket.runId === bad ? new Error('busy') : undefined)
  await expect(relay()).rejects.toThrow('busy')
  expect(submitted).toMatchObject([{ runId: good }])
  expect(await driver.tickets()).toEqual([bad])
})

it("a queued run that can't be ended doesn't block other runs", async () => {
  const superseding = declareWorkflow({ kind: 'deploy', input: z.object({ word: z.string() }), supersedesQueued: true })
  const nothing = step({ name: 'nothing', output: z.void(), deadlineMs: 1_000, run: async () => undefined })
  const refuses = async (_tx: unknown, run: { key: string }) => {
    if (run.key.endsWith('/bad')) throw new Error('the hook fails')
  }
  const workflows = new Map([['deploy', workflow(superseding, [nothing], { onFinish: refuses })]])
  const bad = await driver.start(superseding, 'bad', { word: 'x' })
  const unreadable = await driver.start(superseding, 'old', { word: 'x' })
  await driver.spoilInput(unreadable)
  for (const key of ['bad', 'old']) await driver.start(superseding, key, { word: 'y' })
  const good = await driver.start(ref, 'good', null)
  const point = () => undefined
  const round = relayOutbox({ database, workflows, engine, register: async () => undefined, point }, never)
  await expect(round).rejects.toThrow(`queued run ${bad} cannot be ended`)
  expect(submitted.map((ticket) => ticket.runId)).toContain(good)
  expect(await driver.tickets()).toEqual([])
  expect(await driver.run(unreadable)).toMatchObject({ status: 'superseded' })
  expect(await driver.run(bad)).toMatchObject({ status: 'queued' })
})

it("registers when Restate doesn't know the service, then continues", async () => {
  await driver.start(ref, 'a', null)
  refuse = () => new NotRegistered('service not found')
  await relay(undefined, async () => {
    refuse = undefined
    return undefined
  })
  expect(submitted).toHaveLength(1)
})

it('creates a new invocation for every unfinished run that lost its own, and only for those', async () => {
  const ids = []
  for (let index = 0; index < 450; index += 1) ids.push(await driver.start(ref, `k${index}`, null))
  expect(await reconcile()).toBe(0)
  await relay()
  expect(await reconcile()).toBe(0)
  // Restate forgets everything, as after its store was deleted.
  const alive = submitted.slice(0, 100)
  submitted = [...alive]
  expect(await reconcile()).toBe(350)
  expect(await reconcile()).toBe(0)
  await relay()
  expect(submitted).toHaveLength(450)
  expect(submitted.at(-1)).toMatchObject({ generation: 2 })
})

it('concurrent reconcilers create one new invocation', async () => {
  const id = await driver.start(ref, 'a', null)
  await driver.takeTickets()
  const counts = await Promise.all(Array.from({ length: 5 }, reconcile))
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(1)
  expect(await driver.tickets()).toEqual([id])
})

it('skips runs that wait for a lock or a slot, and the runs behind them', async () => {
  const waiting = await driver.start(ref, 'a', null)
  await driver.start(ref, 'a', null)
  await driver.takeTickets()
  await database.systemDb
    .updateTable('workflow_runs')
    .set({ waiting_for: JSON.stringify({ type: 'lock', resource: 'x' }) })
    .where('id', '=', waiting)
    .execute()
  expect(await reconcile()).toBe(0)
  // A canceled run has something to do again.
  await database.systemDb
    .updateTable('workflow_runs')
    .set({ status: 'cancelling', cancel_requested_at: new Date() })
    .where('id', '=', waiting)
    .execute()
  expect(await reconcile()).toBe(2)
})
