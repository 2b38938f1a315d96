/**
 * The real deployment steps, backups and restores in memory, over random schedules of faults and with two releases of the worker: no
 * invariant breaks, and no runs wait for each other.
 *
 * --quick: 500 schedules instead of 10,000. --seed=N traces one schedule; --from=N --count=N runs these.
 *
 * @tier gate
 * @budget 100
 * @options --seed=N --from=N --count=N
 */
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { isQuick, numberOption, option } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { proveFirstSwitch } from './simulation/first-switch.ts'
import { proveLeftSteps } from './simulation/left-steps.ts'
import { checkContract } from './simulation/memory-contract.ts'
import { runSeed, type Verdict } from './simulation/run-seed.ts'
import { seededDefects } from './simulation/seeded-defects.ts'

interface Share {
  readonly from: number
  readonly count: number
  readonly step: number
}

if (!isMainThread) {
  await work(workerData)
} else if (option('seed') !== undefined) {
  const verdict = await runSeed(Number(option('seed')), { isTraced: true })
  for (const line of verdict.trace) console.log(line)
  const report = new Report('simulation')
  report.figure('seed', verdict.seed)
  report.figure('statuses', verdict.statuses.join(','))
  report.expect(verdict.broken.length === 0, verdict.broken.join('; '))
  report.finish()
} else {
  await runMany()
}

async function work({ from, count, step }: Share): Promise<void> {
  for (let seed = from; seed < from + count * step; seed += step) parentPort?.postMessage(await runSeed(seed))
}

async function runMany(): Promise<void> {
  const report = new Report('simulation')
  const started = Date.now()
  const count = numberOption('count', isQuick ? 500 : 10_000)
  const from = numberOption('from', 1)
  const shares = Math.min(2, availableParallelism())
  const verdicts: Verdict[] = []
  await Promise.all(
    Array.from({ length: shares }, async (_, index) => {
      const share: Share = { from: from + index, count: Math.ceil((count - index) / shares), step: shares }
      const worker = new Worker(new URL(import.meta.url), { workerData: share })
      worker.on('message', (verdict: Verdict) => {
        verdicts.push(verdict)
        if (verdicts.length % 500 === 0) reportProgress(verdicts, count)
        if (verdict.broken.length > 0) report.expect(false, `seed ${verdict.seed}: ${verdict.broken.join('; ')}`)
      })
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      worker.once('error', reject)
      worker.once('exit', () => resolve())
      await promise
    }),
  )
  report.expect(verdicts.length === count, `${verdicts.length} of ${count} schedules came to an end`)
  showFigures(report, verdicts)
  await checkTeeth(report)
  await checkByHand(report)
  report.figure('minutes', ((Date.now() - started) / 60_000).toFixed(1))
  report.finish()
}

function showFigures(report: Report, verdicts: readonly Verdict[]): void {
  const sum = (count: (verdict: Verdict) => number) => verdicts.reduce((total, each) => total + count(each), 0)
  const statuses = verdicts.flatMap((each) => each.statuses)
  report.figure('schedules', verdicts.length)
  report.figure('deployments', statuses.length)
  for (const status of ['live', 'retired', 'failed', 'cancelled', 'superseded'])
    report.figure(status, statuses.filter((each) => each === status).length)
  for (const kind of ['backup', 'restore-backup', 'old-report'])
    report.figure(
      kind.replaceAll('-', '_'),
      sum(({ runs }) => runs[kind] ?? 0),
    )
  const kinds = verdicts.flatMap((each) => each.kinds)
  report.figure('faults', kinds.length)
  for (const kind of new Set(kinds))
    report.figure(kind.replaceAll('-', '_'), kinds.filter((each) => each === kind).length)
  report.figure(
    'stale_refused',
    sum(({ refused }) => refused),
  )
  report.figure(
    'tidied',
    sum(({ tidied }) => tidied),
  )
  report.figure(
    'held',
    sum(({ held }) => held),
  )
  report.figure('deadlocks', verdicts.filter((each) => each.stuck > 0).length)
  report.figure('broken', verdicts.filter((each) => each.broken.length > 0).length)
}

/** Both halves advance at about the same speed, so the reached seed is slightly below the newest. */
function reportProgress(verdicts: readonly Verdict[], count: number): void {
  const broken = verdicts.filter((each) => each.broken.length > 0).length
  const newest = Math.max(...verdicts.slice(-10).map((each) => each.seed))
  console.error(`  ${verdicts.length} of ${count} schedules, broken=${broken}, newest seed ${newest}`)
}

/** A seeded defect is detected within this many schedules. With a single release, runs end sooner. */
async function checkTeeth(report: Report): Promise<void> {
  const most = 1_000
  let caught = 0
  for (const defect of seededDefects) {
    let seed = 1
    while (seed <= most && (await runSeed(seed, { defect, hasOneRelease: true })).broken.length === 0) seed += 1
    if (report.expect(seed <= most, `${defect} was not noticed in ${most} schedules`)) caught += 1
  }
  report.figure('planted', seededDefects.length)
  report.figure('caught', caught)
}

async function checkByHand(report: Report): Promise<void> {
  const contract = await checkContract()
  for (const each of contract.broken) report.expect(false, each)
  report.figure('contract', contract.cases - contract.broken.length)
  const schedules = 5
  const { refused, broken, noticed } = await proveFirstSwitch(schedules)
  for (const each of broken) report.expect(false, each)
  report.expect(
    refused >= schedules && noticed === schedules,
    'a first switch by a worker that was replaced is not tried',
  )
  report.figure('first_switch_refused', refused)
  const left = await proveLeftSteps(30)
  for (const each of left.broken) report.expect(false, each)
  report.expect(left.noticed > 0, 'steps that are forgotten between two releases are not noticed')
  report.figure('left_steps_noticed', left.noticed)
}
