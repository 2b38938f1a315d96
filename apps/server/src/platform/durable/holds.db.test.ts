/** Locks and slots as runs meet them: waiting costs no turn, a release wakes the next. */
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { newOrganization, testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import type { OrganizationId } from '../database/database.ts'
import { tryLock } from './locks.ts'
import { sweep } from './maintenance.ts'
import { postgresJournal } from './postgres-journal.ts'
import { requestCancel } from './runs.ts'
import { settleQueued } from './settle.ts'
import { step, workflow } from './workflow.ts'
import { declareWorkflow, type RunId } from './workflow-ref.ts'

const { database } = await useTestDatabase()
const input = z.object({ resource: z.string(), mode: z.enum(['shared', 'exclusive']).default('exclusive') })
type Job = z.infer<typeof input>
const locking = declareWorkflow<Job>({ kind: 'locking', input })
const building = declareWorkflow<Job>({ kind: 'building', input })

let order: string[] = []
/** Called inside the step, while lock or slot is held. */
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
const driver = testDriver(database, [lockingWorkflow, buildingWorkflow])
const workflows = new Map([lockingWorkflow, buildingWorkflow].map((each) => [each.ref.kind, each]))

let count = 0
let resource = ''
beforeEach(async () => {
  order = []
  whileHeld = async () => undefined
  resource = `environment:${count++}`
  await driver.clearTickets()
})

/** Drives whatever has a ticket until nothing has. */
async function relayAll(): Promise<void> {
  for (;;) {
    const rows = await database.systemDb.deleteFrom('workflow_outbox').returning(['key', 'id']).execute()
    if (rows.length === 0) return
    for (const row of rows.toSorted((a, b) => a.id - b.id)) await driver.drive(row.key)
  }
}

it('a run that cannot have its lock waits in line, shown as such, and goes on when the lock is released', async () => {
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
  await driver.clearTickets()
  await driver.drive(`locking/${resource.slice(12)}-a`)
  expect(await driver.tickets()).toEqual([second])
  expect(await driver.run(second)).toMatchObject({ waiting_for: null, generation: 2 })
  await relayAll()
  expect(await driver.run(second)).toMatchObject({ status: 'succeeded' })
})

it('a lock outlives the worker: after a takeover the run still holds it', async () => {
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
  await relayAll()
  expect(await driver.run(rival)).toMatchObject({ status: 'succeeded' })
})

it('shared locks are held together', async () => {
  const name = resource.slice(12)
  const second = await driver.start(locking, `${name}-b`, { resource, mode: 'shared' })
  await driver.start(locking, `${name}-a`, { resource, mode: 'shared' })
  whileHeld = async (id) => {
    if (id !== second) await driver.drive(`locking/${name}-b`)
  }
  await driver.drive(`locking/${name}-a`)
  expect(order).toEqual([`locking/${name}-a`, `locking/${name}-b`])
  expect(await driver.run(second)).toMatchObject({ status: 'succeeded', was_parked: false })
})

it('a person’s call gets the lock at once or hears who holds it', async () => {
  const organizationId = await newOrganization(database)
  const name = resource.slice(12)
  const [a, b] = [
    await driver.start(locking, `${name}-a`, { resource, mode: 'exclusive' }, organizationId),
    await driver.start(locking, `${name}-b`, { resource, mode: 'shared' }, organizationId),
  ]
  const lock = (runId: RunId, mode: 'shared' | 'exclusive') =>
    database.tenant(organizationId, (tx) => tryLock(tx, { resource, mode }, { runId, organizationId }))
  expect(await lock(a, 'exclusive')).toEqual({ granted: true })
  const answer = await lock(b, 'shared')
  expect(answer).toMatchObject({ granted: false, holders: [{ runId: a, kind: 'locking', mode: 'exclusive' }] })
  await driver.drive(`locking/${name}-a`)
  expect(await lock(b, 'shared')).toEqual({ granted: true })
})

it('a hundred rivals for one exclusive lock: one gets it', async () => {
  const ids = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      driver.start(locking, `${resource.slice(12)}-${index}`, { resource, mode: 'exclusive' }),
    ),
  )
  const answers = await Promise.all(
    ids.map((runId) =>
      database.system((tx) => tryLock(tx, { resource, mode: 'exclusive' }, { runId, organizationId: null })),
    ),
  )
  expect(answers.filter((answer) => answer.granted)).toHaveLength(1)
})

it('builds of one server go one by one, in turns between organisations', async () => {
  const [a, b] = [await newOrganization(database), await newOrganization(database)]
  const name = resource.slice(12)
  const start = (key: string, organizationId: OrganizationId) =>
    driver.start(building, `${name}-${key}`, { resource, mode: 'shared' }, organizationId)
  for (const key of ['a1', 'a2', 'a3']) await start(key, a)
  await start('b1', b)
  whileHeld = async () => {
    whileHeld = async () => undefined
    // While the first builds, the others come up to their build and wait.
    for (const key of ['a2', 'a3', 'b1']) await driver.drive(`building/${name}-${key}`)
  }
  await driver.clearTickets()
  await driver.drive(`building/${name}-a1`)
  await relayAll()
  expect(order.map((key) => key.slice(-2))).toEqual(['a1', 'b1', 'a2', 'a3'])
  const left = await database.systemDb
    .selectFrom('workflow_slots')
    .selectAll()
    .where('resource', '=', resource)
    .execute()
  expect(left).toEqual([])
})

it('a cancelled run leaves the line and lets the next one on', async () => {
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
    await driver.clearTickets()
    expect(await database.system((tx) => requestCancel(tx, second))).toBe('requested')
    await relayAll()
    expect(await driver.run(second)).toMatchObject({ status: 'cancelled' })
  }
  await driver.drive(`building/${name}-a`)
  await relayAll()
  expect(await driver.run(third)).toMatchObject({ status: 'succeeded' })
})

it('runs behind one that waits get their turn when it is over', async () => {
  const name = resource.slice(12)
  const holder = await driver.start(locking, `${name}-holder`, { resource, mode: 'exclusive' })
  const waiting = await driver.start(locking, `${name}-x`, { resource, mode: 'exclusive' })
  const behind = await driver.start(locking, `${name}-x`, { resource, mode: 'exclusive' })
  whileHeld = async (id) => {
    if (id !== holder) return
    // Both turns of the key are used up while the first of it waits.
    await driver.drive(`locking/${name}-x`)
    await driver.drive(`locking/${name}-x`)
  }
  await driver.clearTickets()
  await driver.drive(`locking/${name}-holder`)
  await relayAll()
  expect(await driver.run(waiting)).toMatchObject({ status: 'succeeded' })
  expect(await driver.run(behind)).toMatchObject({ status: 'succeeded' })
})

it('a waiting run that is cancelled before it started ends without a step', async () => {
  const name = resource.slice(12)
  const holder = await driver.start(locking, `${name}-a`, { resource, mode: 'exclusive' })
  const waiting = await driver.start(locking, `${name}-b`, { resource, mode: 'exclusive' })
  whileHeld = async (id) => {
    if (id !== holder) return
    await driver.drive(`locking/${name}-b`)
    await database.system((tx) => requestCancel(tx, waiting))
    await settleQueued(postgresJournal(database), workflows)
    expect(await driver.run(waiting)).toMatchObject({ status: 'cancelled' })
  }
  await driver.drive(`locking/${name}-a`)
  expect(order).toEqual([`locking/${name}-a`])
  const left = await database.systemDb
    .selectFrom('workflow_locks')
    .selectAll()
    .where('resource', '=', resource)
    .execute()
  expect(left).toEqual([])
})

it('a lock whose holder vanished with its organisation is granted by the sweep', async () => {
  const organizationId = await newOrganization(database)
  const name = resource.slice(12)
  const holder = await driver.start(locking, `${name}-a`, { resource, mode: 'exclusive' }, organizationId)
  await database.system((tx) => tryLock(tx, { resource, mode: 'exclusive' }, { runId: holder, organizationId }))
  const waiting = await driver.start(locking, `${name}-b`, { resource, mode: 'exclusive' })
  await driver.drive(`locking/${name}-b`)
  await driver.clearTickets()
  await database.systemDb.deleteFrom('organizations').where('id', '=', organizationId).execute()
  await sweep(database, new Date())
  await relayAll()
  expect(await driver.run(waiting)).toMatchObject({ status: 'succeeded' })
})
