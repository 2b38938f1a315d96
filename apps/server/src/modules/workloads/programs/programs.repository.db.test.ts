/** Runs programs with the real journal and rows: crashes of a worker must not affect them. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ContainerSpec } from '@longshore/remote/runtime'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { requestCancel } from '../../../platform/durable/runs.ts'
import { type StepContext, step, workflow } from '../../../platform/durable/workflow.ts'
import { declareWorkflow, type RunId } from '../../../platform/durable/workflow-ref.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { testDriver } from '../../../testing/durable-driver.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment } from '../../../testing/test-deployments.ts'
import { endPrograms } from './end-programs.remote.ts'
import { createProgramRecords } from './program-records.context.ts'
import type { ProgramWork } from './program-work.context.ts'
import { listPrograms } from './programs.repository.ts'
import { runProgram } from './run-program.remote.ts'

const { database } = await useTestDatabase()
const { organizationId } = await createTestEnvironment(database)
const ref = declareWorkflow({ kind: 'job', input: z.object({}) })
let server = new FakeServer()
let key = ''
let count = 0

beforeEach(() => {
  server = new FakeServer()
  key = `p${count++}`
})

const work: ProgramWork = {
  programs: createProgramRecords(database),
  clock: { now: Date.now, wait: (ms, signal) => delay(ms / 20, undefined, { signal }) },
  runtimes: { use: async (_organizationId, _serverId, does) => await does(server.runtime) },
}
const place = { organizationId, serverId: newId('srv'), deploymentId: newId('dep'), service: 'web' }
const program = { ...place, container: 'c', spec: { name: 'c' } as ContainerSpec, secrets: [], step: 'run-job' }
const job = step<object, { exitCode: number | null }>({
  name: 'run-job',
  output: z.object({ exitCode: z.number().nullable() }),
  deadlineMs: 60_000,
  maxTakeovers: 100,
  run: (context: StepContext<object>) => runProgram(work, context, { ...program, limitMs: 60_000 }),
  undo: (context) => endPrograms(work, context),
})
const workflows = [workflow(ref, [job])]

async function start(): Promise<RunId> {
  return await testDriver(database, workflows).start(ref, key, {}, organizationId)
}

/** A worker takes the run. `kill` ends that worker abruptly, and `stop` shuts it down. */
function take() {
  const attempt = new AbortController()
  const driver = testDriver(database, workflows)
  const ended = driver.drive(`job/${key}`, attempt)
  ended.catch(() => undefined)
  return { ended, kill: () => attempt.abort(), stop: () => driver.live.shutDown() }
}

async function storedText(id: RunId): Promise<string> {
  const rows = await database.systemDb
    .selectFrom('run_events')
    .select('data')
    .where('run_id', '=', id)
    .where('kind', '=', 'log')
    .orderBy('seq')
    .execute()
  return rows.map(({ data }) => z.object({ text: z.string() }).parse(data).text).join('')
}

const readRun = (id: RunId) =>
  database.systemDb.selectFrom('workflow_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const until = (holds: () => boolean) => expect.poll(holds, { interval: 5, timeout: 15_000 }).toBe(true)
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index}`)

it('is started once and loses no line, however many workers stop or crash', async () => {
  const id = await start()
  for (let round = 0; round < 25; round += 1) {
    const worker = take()
    await until(() => server.container !== null)
    server.print(...lines(round * 10, round * 10 + 10))
    if (round % 3 === 0)
      await expect.poll(() => storedText(id), { timeout: 15_000 }).toContain(`line ${round * 10 + 9}\n`)
    if (round % 2 === 0) worker.kill()
    else await worker.stop()
    await worker.ended.catch(() => undefined)
  }
  server.exit(0)
  await take().ended
  expect(await readRun(id)).toMatchObject({ status: 'succeeded' })
  expect(await storedText(id)).toBe(`${lines(0, 250).join('\n')}\n`)
  expect(server).toMatchObject({ starts: 1, removals: 1, container: null })
})

it('keeps storing its output after a database that lost its last commit', async () => {
  const id = await start()
  const worker = take()
  await until(() => server.container !== null)
  for (const round of [0, 1]) {
    server.print(...lines(round * 5, round * 5 + 5))
    await expect.poll(() => storedText(id), { timeout: 15_000 }).toContain(`line ${round * 5 + 4}\n`)
  }
  const count = sql<number>`writes - 1`
  await database.systemDb.updateTable('programs').set({ writes: count }).where('run_id', '=', id).execute()
  server.print(...lines(10, 15))
  server.exit(0)
  await worker.ended
  expect(await storedText(id)).toContain(lines(10, 15).join('\n'))
})

it('is ended by a cancellation, and by the undo of the step', async () => {
  const id = await start()
  const worker = take()
  await until(() => server.container !== null)
  await database.system((tx) => requestCancel(tx, id))
  worker.kill()
  await worker.ended.catch(() => undefined)
  expect(server.container?.state).toBe('running')
  await take().ended
  expect(await readRun(id)).toMatchObject({ status: 'cancelled' })
  expect(server).toMatchObject({ starts: 1, removals: 1 })
})

it('keeps its outcome when the worker crashes after its end and before the step is recorded', async () => {
  const id = await start()
  const first = take()
  await until(() => server.container !== null)
  server.exit(0)
  await expect
    .poll(async () => (await database.tenant(organizationId, (tx) => listPrograms(tx, organizationId, id)))[0]?.outcome)
    .toMatchObject({ end: 'exited', exitCode: 0 })
  first.kill()
  await first.ended.catch(() => undefined)
  await take().ended.catch(() => undefined)
  expect(await readRun(id)).toMatchObject({ status: 'succeeded' })
  expect(server.starts).toBe(1)
})

it('of another organization is not visible', async () => {
  const id = await start()
  const worker = take()
  await until(() => server.container !== null)
  worker.kill()
  await worker.ended.catch(() => undefined)
  const { organizationId: other } = await createTestEnvironment(database)
  expect(await database.tenant(other, (tx) => listPrograms(tx, organizationId, id))).toEqual([])
})
