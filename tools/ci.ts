/**
 * The program behind `bin/ci`. It ends with one plain line, `N passed, N failed`, and exit code 1 if a check failed. No
 * check runs twice: one that fails by chance is a defect, of the code or of the check.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureEngine } from '../e2e/fixtures/engine.ts'
import { findChanged } from './ci/changed-files.ts'
import type { Check, Ended } from './ci/check.ts'
import { Progress, type StillCounts, writeFullRun } from './ci/full-run.ts'
import { type CiOptions, readOptions, usage } from './ci/options.ts'
import { changedSeconds, planAll, planChanged, planGate, stillCounts } from './ci/plan.ts'
import { explain, showEnd } from './ci/print.ts'
import { killRunning, runCheck } from './ci/run-check.ts'
import { runChecks } from './ci/run-checks.ts'
import { SuiteFiles } from './ci/suite-files.ts'
import { readFiles, root } from './source-files.ts'
import { readDeclarations } from './suites/declarations.ts'

interface Plan {
  readonly checks: readonly Check[]
  /** These run regardless of the time. */
  readonly isFirm: (check: Check) => boolean
  readonly stillCounts?: StillCounts
}

interface Round {
  readonly ended: readonly Ended[]
  readonly skipped: readonly string[]
}

const startedAt = performance.now()
const secondsSinceStart = () => Math.round((performance.now() - startedAt) / 1_000)
const argv = process.argv.slice(2)
if (argv.includes('--help')) {
  console.log(usage)
  process.exit(0)
}
const options = readOptions(argv)
if (typeof options === 'string') {
  console.error(`${options}\n${usage}`)
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    killRunning()
    process.exit(130)
  })
process.exit(await runRounds(options))

async function runRounds(wanted: CiOptions): Promise<number> {
  const plan = await planOf(wanted)
  if (wanted.explains) return 0
  const folder = await mkdtemp(join(tmpdir(), 'longshore-ci-'))
  const rounds: Round[] = []
  using fixtures = wanted.only.length === 0 ? prepareFixtures() : null
  try {
    for (let round = 1; round <= wanted.rounds; round += 1) {
      const isBusy = wanted.rounds > 1 && round === wanted.rounds
      if (wanted.rounds > 1) console.log(`round ${round} of ${wanted.rounds}${isBusy ? ', beside a busy core' : ''}`)
      using _busy = isBusy ? startInBackground(['--eval', 'for (;;) {}']) : null
      rounds.push(await runRound(wanted, plan, { folder, fixtures: fixtures?.ready ?? Promise.resolve() }))
      if (wanted.stopsAtFailure && rounds.at(-1)?.ended.some(({ failed }) => failed > 0)) break
    }
    const ended = rounds.flatMap((round) => round.ended)
    return await showEnd({ ended, skipped: rounds.flatMap((round) => round.skipped), seconds: secondsSinceStart() })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function planOf(wanted: CiOptions): Promise<Plan> {
  const declarations = [...(await readDeclarations('suite')), ...(await readDeclarations('bench'))]
  const isFirm = () => true
  if (wanted.form === 'all') {
    const files = new SuiteFiles(await readFiles(/^(?:e2e|bench|tools)\/.*\.ts$/, { maxBytes: 1 << 20 }))
    return {
      checks: select(planAll(declarations), wanted.only),
      isFirm,
      stillCounts: (checkName, changed) => stillCounts(declarations, files, { checkName, changed }),
    }
  }
  const gate = planGate(declarations)
  if (wanted.form === 'gate' && wanted.only.length === 0) return { checks: gate, isFirm }
  // By name, checks outside of the gate can be selected too.
  if (wanted.form === 'gate') return { checks: select([...gate, ...planAll(declarations)], wanted.only), isFirm }
  const { base, files } = await findChanged(wanted.base)
  const plan = planChanged(declarations, files)
  explain(plan, { base, files: files.length })
  return { checks: plan.checks, isFirm: ({ name }) => plan.gate.has(name) }
}

function select(checks: readonly Check[], names: readonly string[]): Check[] {
  if (names.length === 0) return [...checks]
  const unknown = names.filter((name) => !checks.some((each) => each.name === name))
  if (unknown.length > 0) {
    const known = [...new Set(checks.map((each) => each.name))].join(', ')
    console.error(`there is no check "${unknown.join('", "')}"; there are: ${known}`)
    process.exit(2)
  }
  return names.flatMap((name) => checks.find((each) => each.name === name) ?? [])
}

async function runRound(
  wanted: CiOptions,
  plan: Plan,
  { folder, fixtures }: { folder: string; fixtures: Promise<void> },
): Promise<Round> {
  // Shared by all suites of the run, each of which would otherwise start it again.
  await using _engine = await ensureEngine()
  const { checks, isFirm } = plan
  const progress = wanted.form === 'all' ? await Progress.open('all', { ...wanted, ...plan }) : null
  const done = (progress?.passed ?? []).filter(({ name }) => checks.some((check) => check.name === name))
  for (const { name } of done) console.log(`done  ${name.padEnd(28)}         before, and no change since can break it`)
  const todo = checks.filter(({ name }) => !done.some((each) => each.name === name))
  const { ended, skipped } = await runChecks(todo, {
    folder,
    fixtures,
    stopsAtFailure: wanted.stopsAtFailure,
    isTooLate: (check) => !isFirm(check) && secondsSinceStart() > changedSeconds,
    onEnd: async (end) => {
      if (end.failed === 0) await progress?.add(end)
    },
  })
  // Suites remove their own servers; this removes those of interrupted suites.
  const cleanUp = await runCheck(
    { name: 'clean-up', command: [process.execPath, 'e2e/fixtures/clean-up.ts'], budgetSeconds: 60 },
    folder,
  )
  const all = [...done, ...ended, ...(cleanUp.failed > 0 ? [cleanUp] : [])]
  if (wanted.form === 'all' && wanted.only.length === 0 && all.every(({ failed }) => failed === 0)) {
    const commit = await writeFullRun(all)
    console.log(
      commit === null ? 'not recorded: the tree has changes that are not committed' : `recorded for ${commit}`,
    )
  }
  return { ended: all, skipped }
}

/**
 * Images and programs take minutes to build on a fresh machine. If that fails, the suite that needs them reports why.
 */
function prepareFixtures(): BackgroundProcess & { ready: Promise<void> } {
  const background = startInBackground([join(root, 'e2e/fixtures/prepare.ts')])
  const ready = background.ended.then(() => console.log(`fixtures are ready after ${secondsSinceStart()} s`))
  return { ...background, ready }
}

type BackgroundProcess = Disposable & { ended: Promise<unknown> }

function startInBackground(args: readonly string[]): BackgroundProcess {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' })
  return { ended: once(child, 'exit'), [Symbol.dispose]: () => void child.kill('SIGKILL') }
}
