/** Locks and slots of runs: waiting uses no invocation, a release wakes the next run. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import type { OrganizationId } from '../../platform/database/database.ts'
import { endObsoleteRuns } from '../../platform/durable/end-obsolete-runs.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import { step, workflow } from '../../platform/durable/workflow.ts'
import { declareWorkflow, type RunId } from '../../platform/durable/workflow-ref.ts'
import { storeDriver } from '../durable-driver.ts'
import type { DurableStore } from './durable-store.ts'

const input = z.object({ resource: z.string(), mode: z.enum(['shared', 'exclusive']).default('exclusive') })
type Job = z.infer<typeof input>
const locking = declareWorkflow<Job>({ kind: 'locking', input })
const building = declareWorkflow<Job>({ kind: 'building', input })

let order: string[] = []
/** Called inside the step, while the lock or slot is held. */
let whileHeld: (id: RunId) => Promise<void> = async () => undefined
const work = (name: string) =>
  step<Job, void>({
    name,
    output: z.void(),
    deadlineMs: 5_000,
    async run({ run }) {
      order.push(run.key)
      await whileHeld(run.id)
    },
  })
const lockingWorkflow = workflow(locking, [work('work')], { locks: ({ resource, mode }) => [{ resource, mode }] })
const buildingWorkflow = workflow(building, [
  step<Job, void>({ name: 'prepare', output: z.void(), deadlineMs: 5_000, run: async () => undefined }),
  { ...work('build'), slot: ({ resource }) => ({ resource, capacity: 1 }) },
  step<Job, void>({ name: 'after', output: z.void(), deadlineMs: 5_000, run: async () => undefined }),
])
const workflows = new Map([lockingWorkflow, buildingWorkflow].map((each) => [each.ref.kind, each]))

let count = 0
let resource = ''

async function ready(store: DurableStore) {
  order = []
  whileHeld = async () => undefined
  resource = `environment:${count++}`
  await store.takeTickets()
  return storeDriver(store, [lockingWorkflow, buildingWorkflow])
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Drives every key with a ticket until none is left. */
async function relayAll(driver: Awaited<ReturnType<typeof ready>>): Promise<void> {
  for (;;) {
    const keys = await driver.takeTickets()
    if (keys.length === 0) return
    for (const key of keys) await driver.drive(key)
  }
}

export const holdScenarios: Record<string, (store: DurableStore) => Promise<void>> = {
  async 'a run that cannot get its lock waits visibly in line, and continues when the lock is released'(store) {
    const driver = await ready(store)
    const first = await driver.start(locking, `${resource.slice(12)}-a`, { resource, mode: 'exclusive' })
    const second = await driver.start(locking, `${resource.slice(12)}-b`, { resource, mode: 'exclusive' })
    whileHeld = async (id) => {
      if (id !== first) return
      await driver.drive(`locking/${resource.slice(12)}-b`)
      expect(await driver.run(second)).toMatchObject({
        status: 'queued',
        waiting_for: { type: 'lock', resource },
        started_at: null,
      })
    }
    await driver.takeTickets()
    await driver.drive(`locking/${resource.slice(12)}-a`)
    expect(await driver.tickets()).toEqual([second])
    expect(await driver.run(second)).toMatchObject({ waiting_for: null, generation: 2 })
    await relayAll(driver)
    expect(await driver.run(second)).toMatchObject({ status: 'succeeded' })
  },

  async 'a lock outlives the worker: after a takeover the run still holds it'(store) {
    const driver = await ready(store)
    const attempt = new AbortController()
    const id = await driver.start(locking, `${resource.slice(12)}-a`, { resource, mode: 'exclusive' })
    const rival = await driver.start(locking, `${resource.slice(12)}-b`, { resource, mode: 'shared' })
    whileHeld = async () => {
      attempt.abort()
      throw new Error('the worker dies')
    }
    await expect(driver.drive(`locking/${resource.slice(12)}-a`, attempt)).rejects.toThrow()
    await driver.drive(`locking/${resource.slice(12)}-b`)
    expect(await driver.run(rival)).toMatchObject({ waiting_for: { resource } })
    whileHeld = async () => undefined
    await driver.drive(`locking/${resource.slice(12)}-a`)
    expect(await driver.run(id)).toMatchObject({ status: 'succeeded' })
    await relayAll(driver)
    expect(await driver.run(rival)).toMatchObject({ status: 'succeeded' })
  },

  async 'shared locks are held together'(store) {
    const driver = await ready(store)
    const name = resource.slice(12)
    const second = await driver.start(locking, `${name}-b`, { resource, mode: 'shared' })
    await driver.start(locking, `${name}-a`, { resource, mode: 'shared' })
    whileHeld = async (id) => {
      if (id !== second) await driver.drive(`locking/${name}-b`)
    }
    await driver.drive(`locking/${name}-a`)
    expect(order).toEqual([`locking/${name}-a`, `locking/${name}-b`])
    expect(await driver.run(second)).toMatchObject({ status: 'succeeded', was_parked: false })
  },

  async 'builds on one server run one at a time, alternating between organizations'(store) {
    const driver = await ready(store)
    const [a, b] = [await store.newOrganization(), await store.newOrganization()]
    const name = resource.slice(12)
    const start = (key: string, organizationId: OrganizationId) =>
      driver.start(building, `${name}-${key}`, { resource, mode: 'shared' }, organizationId)
    for (const key of ['a1', 'a2', 'a3']) await start(key, a)
    await start('b1', b)
    whileHeld = async () => {
      whileHeld = async () => undefined
      // While the first run builds, the others reach their build step and wait.
      for (const key of ['a2', 'a3', 'b1']) await driver.drive(`building/${name}-${key}`)
    }
    await driver.takeTickets()
    await driver.drive(`building/${name}-a1`)
    await relayAll(driver)
    expect(order.map((key) => key.slice(-2))).toEqual(['a1', 'b1', 'a2', 'a3'])
    expect(await store.countHolds(resource)).toBe(0)
  },

  async 'a failed run releases its slot before its undo'(store) {
    const other = await ready(store)
    const name = resource.slice(12)
    let hasRival = false
    const hanging = step<Job, void>({
      name: 'build',
      output: z.void(),
      deadlineMs: 10,
      slot: (job) => ({ resource: job.resource, capacity: 1 }),
      async run({ run, signal }) {
        order.push(run.key)
        if (!hasRival) {
          hasRival = true
          await driver.start(building, `${name}-next`, { resource, mode: 'shared' })
          await other.drive(`building/${name}-next`)
        }
        await untilAborted(signal)
      },
      async undo() {
        await relayAll(other)
        order.push('undone')
      },
    })
    const driver = storeDriver(store, [workflow(building, [hanging])])
    const id = await driver.start(building, `${name}-hangs`, { resource, mode: 'shared' })
    await store.takeTickets()
    await driver.drive(`building/${name}-hangs`)
    expect(order).toEqual([`building/${name}-hangs`, `building/${name}-next`, 'undone'])
    expect(await driver.run(id)).toMatchObject({ status: 'failed' })
    expect(await store.countHolds(resource)).toBe(0)
  },

  async 'a held run passes runs that wait for its holder, and takes no lock'(store) {
    const driver = await ready(store)
    const name = resource.slice(12)
    const holder = await driver.start(locking, `${name}-holder`, { resource, mode: 'exclusive' })
    const rival = await driver.start(locking, `${name}-x`, { resource, mode: 'shared' })
    await driver.takeTickets()
    whileHeld = async (id) => {
      if (id !== holder) return
      await driver.drive(`locking/${name}-x`)
      const held = await driver.startHeld(locking, holder, { resource, mode: 'shared' })
      await relayAll(driver)
      expect(await driver.run(rival)).toMatchObject({ waiting_for: { type: 'lock' } })
      expect(await driver.run(held)).toMatchObject({ status: 'succeeded', was_parked: false })
    }
    await driver.drive(`locking/${name}-holder`)
    await relayAll(driver)
    expect(await driver.run(holder)).toMatchObject({ status: 'succeeded' })
    expect(await driver.run(rival)).toMatchObject({ status: 'succeeded' })
  },

  async 'a failing run cancels the runs that it holds, and ends after them'(store) {
    const driver = await ready(store)
    const name = resource.slice(12)
    const holder = await driver.start(locking, `${name}-holder`, { resource, mode: 'exclusive' })
    let held: RunId | undefined
    const begun = Promise.withResolvers<void>()
    const ending: { driving: Promise<void> | undefined } = { driving: undefined }
    whileHeld = async (id) => {
      if (id === holder) {
        held = await driver.startHeld(locking, holder, { resource, mode: 'shared' })
        ending.driving = driver.drive(`locking/${held}`)
        await begun.promise
        throw new PermanentError('no_room', 'The disk is full.')
      }
      begun.resolve()
      for (let status = ''; status !== 'cancelling'; ) {
        status = (await driver.run(id)).status
        await delay(5)
      }
      expect(await driver.run(holder)).toMatchObject({ finished_at: null })
      throw new Error('the step stopped')
    }
    await driver.drive(`locking/${name}-holder`)
    await ending.driving
    expect(await driver.run(holder)).toMatchObject({ status: 'failed', error: { code: 'no_room' } })
    expect(held && (await driver.run(held))).toMatchObject({ status: 'cancelled' })
  },

  async 'a step with a slot cannot wait for a run, because runs that wait for the slot would wait too'(store) {
    const driver = await ready(store)
    const name = resource.slice(12)
    const id = await driver.start(building, `${name}-a`, { resource, mode: 'shared' })
    whileHeld = async () => {
      const start = driver.startHeld(locking, id, { resource, mode: 'shared' })
      await expect(start).rejects.toThrow('cannot wait for a run')
    }
    await driver.drive(`building/${name}-a`)
    expect(await driver.run(id)).toMatchObject({ status: 'succeeded' })
  },

  async 'a canceled run leaves the line, and the next one continues'(store) {
    const driver = await ready(store)
    const name = resource.slice(12)
    const ids: RunId[] = []
    for (const key of ['a', 'b', 'c'])
      ids.push(await driver.start(building, `${name}-${key}`, { resource, mode: 'shared' }))
    const [, second, third] = ids
    if (second === undefined || third === undefined) throw new Error('three runs')
    whileHeld = async () => {
      whileHeld = async () => undefined
      for (const key of ['b', 'c']) await driver.drive(`building/${name}-${key}`)
      expect(await driver.run(second)).toMatchObject({ status: 'running', waiting_for: { type: 'slot', resource } })
      await driver.takeTickets()
      expect(await store.cancel(second)).toBe('requested')
      await relayAll(driver)
      expect(await driver.run(second)).toMatchObject({ status: 'cancelled' })
    }
    await driver.drive(`building/${name}-a`)
    await relayAll(driver)
    expect(await driver.run(third)).toMatchObject({ status: 'succeeded' })
  },

  async 'runs behind a waiting run continue when it ends'(store) {
    const driver = await ready(store)
    const name = resource.slice(12)
    const holder = await driver.start(locking, `${name}-holder`, { resource, mode: 'exclusive' })
    const waiting = await driver.start(locking, `${name}-x`, { resource, mode: 'exclusive' })
    const behind = await driver.start(locking, `${name}-x`, { resource, mode: 'exclusive' })
    whileHeld = async (id) => {
      if (id !== holder) return
      // Both invocations of the key are used up while its first run waits.
      await driver.drive(`locking/${name}-x`)
      await driver.drive(`locking/${name}-x`)
    }
    await driver.takeTickets()
    await driver.drive(`locking/${name}-holder`)
    await relayAll(driver)
    expect(await driver.run(waiting)).toMatchObject({ status: 'succeeded' })
    expect(await driver.run(behind)).toMatchObject({ status: 'succeeded' })
  },

  async 'a waiting run that is canceled before its start ends without a step'(store) {
    const driver = await ready(store)
    const name = resource.slice(12)
    const holder = await driver.start(locking, `${name}-a`, { resource, mode: 'exclusive' })
    const waiting = await driver.start(locking, `${name}-b`, { resource, mode: 'exclusive' })
    whileHeld = async (id) => {
      if (id !== holder) return
      await driver.drive(`locking/${name}-b`)
      await store.cancel(waiting)
      await endObsoleteRuns(store.journal, workflows)
      expect(await driver.run(waiting)).toMatchObject({ status: 'cancelled' })
    }
    await driver.drive(`locking/${name}-a`)
    expect(order).toEqual([`locking/${name}-a`])
    expect(await store.countHolds(resource)).toBe(0)
  },
}
