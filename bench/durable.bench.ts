/**
 * Durable runs of five empty steps per second compared with bare Restate.
 *
 * @tier all
 * @budget 120
 * @alone
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { fiveEmptySteps } from '../apps/server/src/testing/durable-tasks.ts'
import { createDatabase, type Database } from '../apps/server/src/testing/internals/database.ts'
import { startRun } from '../apps/server/src/testing/internals/durable.ts'
import { startPostgres } from '../apps/server/src/testing/postgres.ts'
import { startRestate, type TestRestate } from '../apps/server/src/testing/restate.ts'
import { isQuick } from '../e2e/support/command-line.ts'
import { eventually } from '../e2e/support/eventually.ts'
import { processorMs } from '../e2e/support/processor-time.ts'
import { percentile, Report } from '../e2e/support/report.ts'

// Many short rounds: other load on the machine then affects both sides equally.
const rounds = isQuick ? 6 : 12
const perRound = isQuick ? 120 : 500
const parallel = 32
const roundTimeoutMs = 120_000

const report = new Report('durable')
{
  await using postgres = await startPostgres({ durable: true })
  await using restate = await startRestate()
  const url = await postgres.createDatabase()
  const { ingressUrl, adminUrl, identityKey } = restate
  await using database = createDatabase({ url, poolSize: 16, applicationName: 'bench' })
  await using bare = await startWorker('bare-worker.ts', identityKey)
  await register(restate, bare.port)
  await using ours = await startWorker(
    'longshore-worker.ts',
    JSON.stringify({ url, ingressUrl, adminUrl, identityKey }),
  )
  await runBare(restate, bare.child, 'warm', 50)
  await runOurs(database, 'warm', 50)

  const figures: { ours: number; bare: number }[] = []
  const spent = { worker: 0, postgres: 0, engine: 0, bareWorker: 0, bareEngine: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const start = await times()
    const bareSeconds = await runBare(restate, bare.child, `r${round}`, perRound)
    const middle = await times()
    const ourSeconds = await runOurs(database, `r${round}`, perRound)
    const end = await times()
    spent.bareWorker += middle.bareWorker - start.bareWorker
    spent.bareEngine += middle.engine - start.engine
    spent.worker += end.worker - middle.worker
    spent.postgres += end.postgres - middle.postgres
    spent.engine += end.engine - middle.engine
    figures.push({ ours: perRound / ourSeconds, bare: perRound / bareSeconds })
    console.log(
      `  round ${round + 1}: ours ${(perRound / ourSeconds).toFixed(0)}/s, bare ${(perRound / bareSeconds).toFixed(0)}/s`,
    )
  }
  const ratio = percentile(
    figures.map((each) => each.ours / each.bare),
    0.5,
  )
  const perRun = (ms: number) => (ms / (rounds * perRound)).toFixed(1)
  console.log(
    `  processor ms a workflow, ours: worker ${perRun(spent.worker)}, postgres ${perRun(spent.postgres)}, engine ${perRun(spent.engine)}`,
  )
  console.log(`  processor ms a workflow, bare: worker ${perRun(spent.bareWorker)}, engine ${perRun(spent.bareEngine)}`)
  report.figure(
    'ours',
    percentile(
      figures.map((each) => each.ours),
      0.5,
    ).toFixed(0),
  )
  report.figure(
    'bare',
    percentile(
      figures.map((each) => each.bare),
      0.5,
    ).toFixed(0),
  )
  report.figure('ratio', ratio.toFixed(2))
  report.figure('limit', limitedBy(spent))
  report.expect(ratio >= 0.4, `ratio ${ratio.toFixed(2)} is below 0.4`)

  async function times() {
    const [worker, postgresMs, engine, bareWorker] = await Promise.all(
      [ours.child.pid ?? 0, postgres.processId, restate.processId, bare.child.pid ?? 0].map(processorMs),
    )
    return { worker: worker ?? 0, postgres: postgresMs ?? 0, engine: engine ?? 0, bareWorker: bareWorker ?? 0 }
  }
}
report.finish()

function limitedBy({ worker, postgres, engine }: { worker: number; postgres: number; engine: number }): string {
  const total = worker + postgres + engine
  const parts = Object.entries({ worker, postgres, engine }).map(
    ([name, ms]) => `${name}:${Math.round((100 * ms) / total)}%`,
  )
  return `cpu(${parts.join(',')})`
}

async function startWorker(file: string, argument: string) {
  const child = fork(join(import.meta.dirname, 'durable', file), [argument])
  const [message] = await once(child, 'message')
  return {
    child,
    port: Number(message.port),
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function register(restate: TestRestate, port: number): Promise<void> {
  const answer = await fetch(`${restate.adminUrl}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${port}`, force: true }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Seconds from the first submission to the last end. */
async function runBare(restate: TestRestate, child: ChildProcess, round: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  const before = await finishedOf(child)
  const from = performance.now()
  await inParallel(count, async (index) => {
    const call = request(`${restate.ingressUrl}/Bare/${round}-${index}/run/send`, { method: 'POST', agent })
    call.end()
    const [response] = await once(call, 'response')
    response.resume()
    await once(response, 'end')
    if (response.statusCode !== 202) throw new Error(`the engine answered ${response.statusCode}`)
  })
  await eventually('the round ends', async () => (await finishedOf(child)) - before >= count, {
    withinMs: roundTimeoutMs,
    everyMs: 20,
  })
  agent.destroy()
  return (performance.now() - from) / 1000
}

async function runOurs(database: Database, round: string, count: number): Promise<number> {
  const from = performance.now()
  const ref = fiveEmptySteps.ref
  await inParallel(count, (index) =>
    database.system((tx) =>
      startRun(tx, { workflow: ref, key: `${round}-${index}`, input: null, organizationId: null }),
    ),
  )
  await eventually(
    'the round ends',
    async () => {
      const { unfinished } = await database.systemDb
        .selectFrom('workflow_runs')
        .select((select) => select.fn.countAll<number>().as('unfinished'))
        .where('finished_at', 'is', null)
        .executeTakeFirstOrThrow()
      return unfinished === 0
    },
    { withinMs: roundTimeoutMs, everyMs: 20 },
  )
  return (performance.now() - from) / 1000
}

async function finishedOf(child: ChildProcess): Promise<number> {
  child.send({})
  const [message] = await once(child, 'message')
  return message.finished
}

async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const line = async () => {
    for (let index = next++; index < count; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: parallel }, line))
}
