/**
 * Backup and restore throughput compared with `pg_dump | zstd | age | upload` and back; memory of the worker.
 *
 * The quick form is too small for the bars of the full form and has looser ones.
 *
 * @tier all
 * @budget 120
 * @alone
 */
import { setInterval } from 'node:timers'
import { generateIdentity } from '../apps/server/src/testing/internals/secrets.ts'
import { createSqlClient } from '../apps/server/src/testing/sql-client.ts'
import { type BackupTestEnv, startBackupTestEnv } from '../e2e/support/backup-test-env.ts'
import { restoreInPlace } from '../e2e/support/backups/restores.ts'
import { isQuick } from '../e2e/support/command-line.ts'
import { percentile, Report } from '../e2e/support/report.ts'
import { backUpPlainly, restorePlainly } from './backup/plain-pipeline.ts'
import { compileSources } from './support/compiled-sources.ts'

const report = new Report('backup')
const wantedBytes = isQuick ? 60e6 : 2e9
const rounds = isQuick ? 2 : 3
// The short form is too small for the targets: the start of containers weighs as much as the data. It only shows
// regressions.
const bar = isQuick ? 0.4 : 0.8
// Ours starts with a new volume and its own database engine.
const restoreBar = isQuick ? 0.15 : 0.8
const memoryBarBytes = isQuick ? 400e6 : 200e6
/** Approximate size of one row in the dump. */
const rowBytes = 200

const compiled = compileSources()
await using testEnvironment = await startBackupTestEnv({ report, instance: { environment: compiled.environment } })
await seed(testEnvironment, Math.round(wantedBytes / rowBytes))
const idleBytes = residentBytes(testEnvironment.instance.worker)
const memory = watchMemory(testEnvironment)
const times = { ours: [] as number[], plain: [] as number[], whole: [] as number[] }
let plainBytes = 0
const own = await generateIdentity()
const plainPlace = {
  target: testEnvironment.server.target,
  container: testEnvironment.containerOf('postgres'),
  s3: testEnvironment.s3,
}
for (let round = 0; round < rounds; round += 1) {
  const ours = await backUpOurs(testEnvironment)
  plainBytes = ours.plainBytes
  times.ours.push(ours.dumpMs)
  times.whole.push(ours.wholeMs)
  times.plain.push(await backUpPlainly({ ...plainPlace, key: `plain/${round}.age`, recipient: own.recipient }))
}
await testEnvironment.query('postgres', 'create database plain_copy;')
const identity = own.identity.reveal()
const plainFillMs = await restorePlainly({ ...plainPlace, key: 'plain/0.age', identity, database: 'plain_copy' })
await testEnvironment.query('postgres', 'drop database plain_copy;')
const restored = await restoreOurs(testEnvironment)
const peakBytes = memory.end()
const [ours, plain] = [percentile(times.ours, 0.5), percentile(times.plain, 0.5)]
const rate = (ms: number) => Number((plainBytes / 1e6 / (ms / 1_000)).toFixed(1))
const ratio = plain / ours
report.figure('plainMB', Math.round(plainBytes / 1e6))
report.figure('oursMBps', rate(ours))
report.figure('plainMBps', rate(plain))
report.figure('withReadBackMBps', rate(percentile(times.whole, 0.5)))
report.figure('ratio', ratio.toFixed(2))
const fillRatio = plainFillMs / restored.fillMs
report.figure('restoreMBps', rate(restored.fillMs))
report.figure('plainRestoreMBps', rate(plainFillMs))
report.figure('restoreRatio', fillRatio.toFixed(2))
report.figure('idleMB', Math.round(idleBytes / 1e6))
report.figure('workerPeakMB', Math.round(peakBytes / 1e6))
report.expect(ratio >= bar, `at least ${bar} of the bare pipeline's throughput, not ${ratio.toFixed(2)}`)
report.expect(
  fillRatio >= restoreBar,
  `restore: at least ${restoreBar} of the bare pipeline's throughput, not ${fillRatio.toFixed(2)}`,
)
report.expect(
  peakBytes < memoryBarBytes,
  `the worker stays under ${memoryBarBytes / 1e6} MB, not ${Math.round(peakBytes / 1e6)}`,
)
await testEnvironment[Symbol.asyncDispose]()
compiled[Symbol.dispose]()
report.finish()

/** Realistic rows: some text repeats, some doesn't. */
async function seed({ query }: BackupTestEnv, rows: number): Promise<void> {
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

async function backUpOurs(testEnvironment: BackupTestEnv) {
  const backup = await testEnvironment.backUp('postgres')
  if (backup.status !== 'succeeded') throw new Error(`the backup ended as ${JSON.stringify(backup.error)}`)
  const dumpMs = await lastStepMs(testEnvironment, 'dump')
  const wholeMs = Date.parse(String(backup.finishedAt)) - Date.parse(String(backup.startedAt))
  return { id: backup.id, dumpMs, wholeMs, plainBytes: Number(backup.content?.uncompressedBytes) }
}

async function restoreOurs(testEnvironment: BackupTestEnv): Promise<{ fillMs: number }> {
  const { id } = await backUpOurs(testEnvironment)
  const restore = await restoreInPlace(testEnvironment, id)
  if (restore.status !== 'succeeded') throw new Error(`the restore ended as ${JSON.stringify(restore.error)}`)
  return { fillMs: await lastStepMs(testEnvironment, 'fill') }
}

/** Duration from the journal. */
async function lastStepMs({ instance }: BackupTestEnv, name: string): Promise<number> {
  await using sql = createSqlClient(instance.databaseUrl)
  const [step] = await sql.query<{ ms: number }>(
    `select extract(epoch from finished_at - started_at)::float8 * 1000 as ms from workflow_steps
      where name = $1 and finished_at is not null order by finished_at desc limit 1`,
    [name],
  )
  if (step === undefined) throw new Error(`the step ${name} is not in the journal`)
  return step.ms
}

/**
 * Zero once the process has exited: the cause that ended the bench should be reported, not that it can't be measured.
 */
function residentBytes(worker: BackupTestEnv['instance']['worker']): number {
  try {
    return worker.memory().rss
  } catch {
    return 0
  }
}

function watchMemory({ instance }: BackupTestEnv): { end(): number } {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(instance.worker))
  }, 100)
  timer.unref()
  return {
    end() {
      clearInterval(timer)
      return peak
    },
  }
}
