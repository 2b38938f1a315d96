/** Tests the worker with a real Restate server. The suite `durable-kills` covers killed workers. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startRestate, type TestRestate } from '../../testing/restate.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createListener } from '../database/listener.ts'
import { createLog } from '../log/log.ts'
import { requestCancel, startRun } from './runs.ts'
import { createDurableWorker, type DurableWorker } from './worker.ts'
import { step, workflow } from './workflow.ts'
import { declareWorkflow, type RunId } from './workflow-ref.ts'

const { database, url } = await useTestDatabase()
const log = createLog({ level: 'silent', process: 'test' })
const Job = z.object({ ms: z.number() })
const job = declareWorkflow({ kind: 'job', input: Job })
const deploy = declareWorkflow({ kind: 'deploy', input: Job, supersedesQueued: true })
const seen: { id: string; at: 'begin' | 'end'; by: string }[] = []

function workflowsOf(worker: string) {
  const work = step<z.infer<typeof Job>, void>({
    name: 'work',
    output: z.void(),
    deadlineMs: 20_000,
    async run({ run, input, signal }) {
      seen.push({ id: run.id, at: 'begin', by: worker })
      await delay(input.ms, undefined, { signal })
      seen.push({ id: run.id, at: 'end', by: worker })
    },
  })
  return [workflow(job, [work]), workflow(deploy, [work])]
}

let restate: TestRestate
let worker: DurableWorker
const listener = createListener({ url, applicationName: 'test', log })

async function startWorker(name: string): Promise<DurableWorker> {
  const options = { database, listener, log, workflows: workflowsOf(name) }
  const { ingressUrl, adminUrl, identityKey } = restate
  const created = createDurableWorker({
    ...options,
    ingressUrl,
    adminUrl,
    identityKeys: [identityKey],
    endpoint: { host: '127.0.0.1', port: 0 },
  })
  await created.start()
  return created
}

beforeAll(async () => {
  restate = await startRestate()
  await listener.start()
  worker = await startWorker('first')
}, 60_000)

afterAll(async () => {
  await worker[Symbol.asyncDispose]()
  await listener[Symbol.asyncDispose]()
  await restate[Symbol.asyncDispose]()
})

const start = (ref: typeof job, key: string, ms: number) =>
  database.system((tx) => startRun(tx, { workflow: ref, key, input: { ms }, organizationId: null }))

async function ended(id: RunId): Promise<string> {
  for (const deadline = Date.now() + 45_000; Date.now() < deadline; await delay(10)) {
    const run = await database.systemDb.selectFrom('workflow_runs').selectAll().where('id', '=', id).executeTakeFirst()
    if (run !== undefined && run.finished_at !== null) return run.status
  }
  throw new Error('the run did not end')
}

async function begun(id: RunId): Promise<void> {
  for (const deadline = Date.now() + 45_000; Date.now() < deadline; await delay(5)) {
    if (seen.some((each) => each.id === id)) return
  }
  throw new Error('the run did not begin')
}

it("runs of one key execute one at a time, in order; other keys don't wait", async () => {
  const ids: RunId[] = []
  for (let index = 0; index < 5; index += 1) ids.push(await start(job, 'a', 30))
  const other = await start(job, 'b', 1)
  expect(await ended(other)).toBe('succeeded')
  for (const id of ids) expect(await ended(id)).toBe('succeeded')
  const order = seen.filter((each) => ids.some((id) => id === each.id)).map((each) => [each.id, each.at])
  expect(order).toEqual(ids.flatMap((id) => [[id, 'begin'], [id, 'end']])) // biome-ignore format: one line
})

it('only the newest queued run executes; the others end as superseded while the first still runs', async () => {
  const first = await start(deploy, 'a', 1_500)
  await begun(first)
  const old = await start(deploy, 'a', 1)
  const newest = await start(deploy, 'a', 1)
  expect(await ended(old)).toBe('superseded')
  expect(seen.some((each) => each.id === first && each.at === 'end')).toBe(false)
  expect([await ended(first), await ended(newest)]).toEqual(['succeeded', 'succeeded'])
  expect(seen.some((each) => each.id === old)).toBe(false)
})

it('cancels a queued run immediately, behind one that still runs', async () => {
  const first = await start(job, 'c', 1_500)
  await begun(first)
  const queued = await start(job, 'c', 1)
  await database.system((tx) => requestCancel(tx, queued))
  expect(await ended(queued)).toBe('cancelled')
  expect(seen.some((each) => each.id === first && each.at === 'end')).toBe(false)
  await database.system((tx) => requestCancel(tx, first))
  expect(await ended(first)).toBe('cancelled')
})

it('a stopped worker hands its run over to the next one', async () => {
  const id = await start(job, 'd', 3_000)
  await begun(id)
  await worker[Symbol.asyncDispose]()
  expect(seen.some((each) => each.id === id && each.at === 'end')).toBe(false)
  worker = await startWorker('second')
  expect(await ended(id)).toBe('succeeded')
  expect(seen.filter((each) => each.id === id)).toMatchObject([
    { at: 'begin', by: 'first' },
    { at: 'begin', by: 'second' },
    { at: 'end', by: 'second' },
  ])
})

it('continues after Restate was killed and restarted', async () => {
  const id = await start(job, 'e', 600)
  await begun(id)
  await restate.kill()
  const queued = await start(job, 'e', 1)
  await restate.start()
  expect([await ended(id), await ended(queued)]).toEqual(['succeeded', 'succeeded'])
})
