/** One worker process of the kill suite. It kills itself at the points that are armed in the database. */
import { flushCompileCache } from 'node:module'
import { createDatabase } from '../platform/database/database.ts'
import { createListener } from '../platform/database/listener.ts'
import { createDurableWorker } from '../platform/durable/worker.ts'
import { createLog } from '../platform/log/log.ts'
import { createPool, createTasks, note } from './durable-tasks.ts'

export interface WorkerProcessOptions {
  databaseUrl: string
  ingressUrl: string
  adminUrl: string
  advertisedUrl: string
  identityKey: string
  logLevel: string
}

const options: WorkerProcessOptions = JSON.parse(process.argv[2] ?? '{}')
const log = createLog({ level: options.logLevel, process: `worker-${process.pid}` })
const database = createDatabase({ url: options.databaseUrl, poolSize: 20, applicationName: 'durable-worker' })
const listener = createListener({ url: options.databaseUrl, applicationName: 'durable-worker', log })
const pool = createPool(options.databaseUrl)

async function onPoint(point: string, runId: string): Promise<void> {
  if (point === 'claimed')
    await note(pool, 'insert into test_claims (run_id, pid) values ($1, $2)', [runId, process.pid])
  const armed = await note(
    pool,
    'with armed as (delete from test_arms where point = $1 returning point) insert into test_kills (point) select point from armed',
    [point],
  )
  if (armed === 1) process.kill(process.pid, 'SIGKILL')
}

await listener.start()
const worker = createDurableWorker({
  ...options,
  database,
  listener,
  log,
  workflows: createTasks(pool),
  endpoint: { host: '127.0.0.1', port: 0 },
  identityKeys: [options.identityKey],
  backoff: { initialMs: 20, maxMs: 200 },
  onPoint,
})
const port = await worker.start()
// Flush now, because this process gets killed.
flushCompileCache()
process.send?.({ port })
process.once('SIGTERM', async () => {
  await worker[Symbol.asyncDispose]()
  process.exit(0)
})
