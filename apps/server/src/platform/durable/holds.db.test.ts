/** Locks taken by API requests; the scenarios cover locks of runs. */
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { holdScenarios } from '../../testing/durable/hold-scenarios.ts'
import { newOrganization, testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { tryLock } from './locks.ts'
import { sweep } from './maintenance.ts'
import { step, workflow } from './workflow.ts'
import { declareWorkflow, type RunId } from './workflow-ref.ts'

const { database } = await useTestDatabase()
const input = z.object({ resource: z.string(), mode: z.enum(['shared', 'exclusive']) })
type Job = z.infer<typeof input>
const locking = declareWorkflow<Job>({ kind: 'locking', input })
const nothing = step<Job, void>({ name: 'work', output: z.void(), deadlineMs: 5_000, run: async () => undefined })
const driver = testDriver(database, [
  workflow(locking, [nothing], { locks: ({ resource: name, mode }) => [{ resource: name, mode }] }),
])

let count = 0
let resource = ''
beforeEach(async () => {
  resource = `environment:p${count++}`
  await driver.takeTickets()
})

for (const [name, story] of Object.entries(holdScenarios)) it(name, () => story(driver))

it('an API request gets the lock immediately or learns who holds it', async () => {
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

it('one of a hundred rivals gets an exclusive lock', async () => {
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

it('the sweep grants a lock whose holder was deleted with its organization', async () => {
  const organizationId = await newOrganization(database)
  const name = resource.slice(12)
  const holder = await driver.start(locking, `${name}-a`, { resource, mode: 'exclusive' }, organizationId)
  await database.system((tx) => tryLock(tx, { resource, mode: 'exclusive' }, { runId: holder, organizationId }))
  const waiting = await driver.start(locking, `${name}-b`, { resource, mode: 'exclusive' })
  await driver.drive(`locking/${name}-b`)
  await driver.takeTickets()
  await database.systemDb.deleteFrom('organizations').where('id', '=', organizationId).execute()
  await sweep(database, new Date())
  for (const each of await driver.takeTickets()) await driver.drive(each)
  expect(await driver.run(waiting)).toMatchObject({ status: 'succeeded' })
})
