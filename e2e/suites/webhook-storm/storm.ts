/**
 * Many deliveries for many environments within seconds, some twice, some out of order: none is lost, and none starts
 * too many deployments.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { isQuick } from '../../support/command-line.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { processorMs } from '../../support/processor-time.ts'
import { Random } from '../../support/random.ts'
import { percentile } from '../../support/report.ts'
import { type Delivered, type Delivery, deliver, pushOf } from './deliver.ts'
import { type Followed, type StormTestEnv, uuid } from './test-env.ts'

const size = isQuick
  ? { environments: 10, pushes: 35, repeats: 15, ms: 2_000 }
  : { environments: 50, pushes: 70, repeats: 30, ms: 10_000 }
const slowestMs = 500

interface Planned {
  followed: Followed
  /** The commit's SHA. */
  index: number
  delivery: Delivery
}

export async function proveStorm(testEnv: StormTestEnv): Promise<void> {
  const { report } = testEnv
  const all: Followed[] = []
  const names = Array.from({ length: size.environments }, (_, index) => `storm-${index}`)
  await inParallel(names, 4, async (name) => void all.push(await testEnv.follow(name, size.pushes + 1)))
  await settled(testEnv)
  const plan = planStorm(all, new Random(1))
  const unique = size.environments * size.pushes
  const cpuBeforeMs = await processorMs(testEnv.instance.api.processId)
  const startedAt = performance.now()
  const answers = await Promise.all(plan.map((each, index) => fire(testEnv, each, (index * size.ms) / plan.length)))
  const tookMs = performance.now() - startedAt
  const cpuMs = (await processorMs(testEnv.instance.api.processId)) - cpuBeforeMs
  const times = answers.map(({ ms }) => ms)
  const refused = answers.filter(({ status }) => status !== 202)
  const repeated = answers.filter(({ text }) => text.includes('"isDuplicate":true')).length
  report.figure('webhooks', plan.length)
  report.figure('seconds', Math.round(tookMs / 100) / 10)
  report.figure('p50_ms', Math.round(percentile(times, 0.5)))
  report.figure('p99_ms', Math.round(percentile(times, 0.99)))
  report.figure('repeated', repeated)
  report.figure('api_cpu_ms_each', Math.round((100 * cpuMs) / plan.length) / 100)
  report.expect(
    refused.length === 0,
    `${refused.length} were not accepted, such as ${refused[0]?.status} ${refused[0]?.text}`,
  )
  report.expect(repeated === plan.length - unique, `${repeated} of ${plan.length - unique} repeats were known`)
  // A percentile of a few hundred samples on a busy machine isn't significant.
  if (!isQuick) report.expect(percentile(times, 0.99) < slowestMs, `the slowest hundredth took ${slowestMs} ms or more`)
  await proveOutcome(testEnv, all)
}

/** New projects are analyzed once. That is over before the storm. */
async function settled({ report, sql }: StormTestEnv): Promise<void> {
  const open = async () => (await sql.query('select 1 from workflow_runs where finished_at is null limit 1')).length > 0
  for (const deadline = Date.now() + 120_000; (await open()) && Date.now() < deadline; ) await delay(200)
  report.expect(!(await open()), 'the new projects are not read through')
}

/**
 * Each environment's deliveries come roughly in order, with adjacent ones swapped now and then. Repeats come some time
 * after the original.
 */
function planStorm(all: readonly Followed[], random: Random): Planned[] {
  const timed = all.flatMap((followed) => {
    const first = Array.from({ length: size.pushes }, (_, index) => {
      const delivery = pushOf(followed, { sha: followed.commits[index + 1] ?? '' })
      return { followed, index: index + 1, delivery, at: index + 3 * random.next() }
    })
    const again = Array.from({ length: size.repeats }, () => {
      const one = first[Math.floor(random.next() * first.length)]
      if (one === undefined) throw new Error('there is nothing to repeat')
      return { ...one, at: one.at + 0.01 + 5 * random.next() }
    })
    return [...first, ...again]
  })
  return timed.sort((a, b) => a.at - b.at)
}

const reached = new Map<string, { index: number; moved: Promise<void> }>()

/** The branch moves before the Git provider reports it, and never back. */
async function fire(testEnv: StormTestEnv, { followed, index, delivery }: Planned, atMs: number): Promise<Delivered> {
  await delay(atMs)
  const before = reached.get(followed.id) ?? { index: 0, moved: Promise.resolve() }
  if (index > before.index) {
    const moved = before.moved.then(() => followed.moveTo(index))
    reached.set(followed.id, { index, moved })
    await moved
  }
  return await deliver(testEnv, followed.id, delivery)
}

async function proveOutcome(testEnv: StormTestEnv, all: readonly Followed[]): Promise<void> {
  const { report, sql } = testEnv
  const undecided = async () => {
    const rows = await sql.query<{ count: string }>('select count(*) from webhook_deliveries where decided_at is null')
    return Number(rows[0]?.count)
  }
  const startedAt = performance.now()
  for (const deadline = Date.now() + 120_000; (await undecided()) > 0 && Date.now() < deadline; ) await delay(200)
  report.figure('decided_after_ms', Math.round(performance.now() - startedAt))
  const kept = await sql.query<{ environment: string; count: string; failed: string }>(
    `select environment_id as environment, count(*), count(*) filter (where status = 'failed') as failed
     from webhook_deliveries group by 1`,
  )
  const started = await sql.query<{ environment: string; number: number; commit: string }>(
    `select environment_id as environment, number, coalesce(commit ->> 'sha', requested_commit) as commit
     from deployments order by number`,
  )
  let lost = 0
  let wrong = 0
  let most = 0
  for (const followed of all) {
    const own = started.filter(({ environment }) => environment === uuid(followed))
    const row = kept.find(({ environment }) => environment === uuid(followed))
    most = Math.max(most, own.length)
    if (own.at(-1)?.commit !== followed.commits.at(-1)) lost += 1
    wrong += own.filter(({ commit }) => !followed.commits.includes(commit)).length
    report.expect(Number(row?.count) === size.pushes, `${row?.count} of ${size.pushes} deliveries are kept`)
    report.expect(Number(row?.failed) === 0, `${row?.failed} deliveries failed`)
  }
  report.figure('lost', lost)
  report.figure('wrong', wrong)
  report.figure('most_deployments', most)
  report.expect((await undecided()) === 0, 'some deliveries are not decided')
  report.expect(lost === 0, `${lost} environments do not deploy their newest commit`)
  report.expect(wrong === 0, `${wrong} deployments are of commits of another repository`)
  report.expect(most <= 2, `one environment has ${most} deployments of one burst`)
}
