/**
 * A backup of ours against the pipeline that people write by hand (pg_dump | zstd | age | upload), of the same database over the same
 * kind of connection, in turns. Ours is measured from the beginning of its dump to the moment when the archive is in the store; that
 * it reads everything back afterwards is told apart. The bars: at least 0.8 of the throughput, and under 200 MB of memory.
 */
import { setInterval } from 'node:timers'
import { brandId } from '../apps/server/src/platform/ids/brand.ts'
import { decodeId } from '../apps/server/src/platform/ids/type-id.ts'
import { createSqlClient } from '../apps/server/src/testing/sql-client.ts'
import { type BackupWorld, startBackupWorld } from '../e2e/support/backup-world.ts'
import { isQuick, percentile, Report } from '../e2e/support/report.ts'
import { mustAsk } from '../e2e/support/servers.ts'
import { backUpPlainly } from './backup/plain-pipeline.ts'

const report = new Report('backup')
const wantedBytes = isQuick ? 60e6 : 2e9
const rounds = isQuick ? 2 : 3
// The short form is too small for the bars: the start of containers weighs as much as the data. It only shows what gets worse.
const bar = isQuick ? 0.4 : 0.8
const memoryBarBytes = isQuick ? 400e6 : 200e6
/** Of one row in the dump, about. */
const rowBytes = 200

await using world = await startBackupWorld({ report })
await seed(world, Math.round(wantedBytes / rowBytes))
const memory = watchMemory(world)
const times = { ours: [] as number[], plain: [] as number[], whole: [] as number[] }
let plainBytes = 0
for (let round = 0; round < rounds; round += 1) {
  const ours = await backUpOurs(world)
  plainBytes = ours.plainBytes
  times.ours.push(ours.dumpMs)
  times.whole.push(ours.wholeMs)
  const { recipient } = await mustAsk(world, 'GET', '/backup-key')
  const { s3, server } = world
  const container = world.containerOf('postgres')
  times.plain.push(await backUpPlainly({ target: server.target, container, s3, key: `plain/${round}.age`, recipient }))
}
const peakBytes = memory.end()
const [ours, plain] = [percentile(times.ours, 0.5), percentile(times.plain, 0.5)]
const rate = (ms: number) => Number((plainBytes / 1e6 / (ms / 1_000)).toFixed(1))
const ratio = plain / ours
report.figure('plainMB', Math.round(plainBytes / 1e6))
report.figure('oursMBps', rate(ours))
report.figure('plainMBps', rate(plain))
report.figure('withReadBackMBps', rate(percentile(times.whole, 0.5)))
report.figure('ratio', ratio.toFixed(2))
report.figure('workerPeakMB', Math.round(peakBytes / 1e6))
report.expect(ratio >= bar, `at least ${bar} of the bare pipeline's throughput, not ${ratio.toFixed(2)}`)
report.expect(
  peakBytes < memoryBarBytes,
  `the worker stays under ${memoryBarBytes / 1e6} MB, not ${Math.round(peakBytes / 1e6)}`,
)
await world[Symbol.asyncDispose]()
report.finish()

/** Rows as applications have them: some text that repeats, some that does not. */
async function seed({ query }: BackupWorld, rows: number): Promise<void> {
  const insert = `insert into orders (customer, note, token, paid_at)
    select n % 5000, 'Order of customer ' || n % 5000 || ', to be delivered to the usual place in the morning', md5(random()::text) || md5(n::text),
      timestamptz '2020-01-01' + n * interval '1 minute'`
  await query(
    'postgres',
    `create table orders (id bigint generated always as identity, customer int, note text, token text, paid_at timestamptz);`,
  )
  const step = 500_000
  for (let from = 0; from < rows; from += step)
    await query('postgres', `${insert} from generate_series(${from + 1}, ${Math.min(rows, from + step)}) n;`)
  await query('postgres', 'vacuum analyze orders;')
}

async function backUpOurs({ backUp, instance }: BackupWorld) {
  const backup = await backUp('postgres')
  if (backup.status !== 'succeeded') throw new Error(`the backup ended as ${JSON.stringify(backup.error)}`)
  await using sql = createSqlClient(instance.databaseUrl)
  const runId = brandId(decodeId('bkp', backup.id) ?? '')
  const [step] = await sql.query<{ ms: number }>(
    `select extract(epoch from finished_at - started_at)::float8 * 1000 as ms from workflow_steps where run_id = $1 and name = 'dump'`,
    [runId],
  )
  if (step === undefined) throw new Error('the step is not in the journal')
  const wholeMs = Date.parse(backup.finishedAt) - Date.parse(backup.startedAt)
  return { dumpMs: step.ms, wholeMs, plainBytes: Number(backup.content.plainBytes) }
}

function watchMemory({ instance }: BackupWorld): { end(): number } {
  let peak = 0
  const timer = setInterval(() => {
    if (instance.worker.isRunning) peak = Math.max(peak, instance.worker.memory().rss)
  }, 100)
  return {
    end() {
      clearInterval(timer)
      return peak
    },
  }
}
