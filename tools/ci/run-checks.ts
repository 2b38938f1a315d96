/** Runs checks, two at a time: most of them wait for servers. Those that need the machine to themselves come after the others. */
import { readFile } from 'node:fs/promises'
import type { Check, Ended } from './check.ts'
import { killRunning, runCheck } from './run-check.ts'

const lanes = 2
const shownLines = 80
const shownShortfalls = 20

export interface RunOptions {
  readonly folder: string
  /** Checks that need fixtures wait for it, so that building these isn't mistaken for a hang. */
  readonly fixtures: Promise<void>
  readonly stopsAtFailure: boolean
  /** Checks for which it returns true are no longer started; they are left for another run. */
  readonly isTooLate: (check: Check) => boolean
  readonly onEnd: (ended: Ended) => Promise<void>
}

export async function runChecks(
  checks: readonly Check[],
  options: RunOptions,
): Promise<{ ended: Ended[]; skipped: string[] }> {
  const ended: Ended[] = []
  const skipped: string[] = []
  const isOver = () => options.stopsAtFailure && ended.some(({ failed }) => failed > 0)
  const runOne = async (check: Check) => {
    if (options.isTooLate(check)) {
      skipped.push(check.name)
      return
    }
    if (check.needsFixtures === true) await options.fixtures
    if (isOver()) return
    const end = await runCheck(check, options.folder)
    // A check that was ended because another one failed has no result.
    if (isOver()) return
    ended.push(end)
    if (isOver()) killRunning()
    await show(end)
    await options.onEnd(end)
  }
  const queue = checks.filter(({ isAlone }) => isAlone !== true)
  const work = async () => {
    for (let next = queue.shift(); next !== undefined && !isOver(); next = queue.shift()) await runOne(next)
  }
  // Static checks that run alone take seconds, and a broken layer is worth knowing first.
  const alone = checks.filter(({ isAlone }) => isAlone === true)
  for (const check of alone.filter(isShort)) if (!isOver()) await runOne(check)
  await Promise.all(Array.from({ length: lanes }, work))
  for (const check of alone.filter((each) => !isShort(each))) if (!isOver()) await runOne(check)
  return { ended, skipped }
}

function isShort({ budgetSeconds }: Check): boolean {
  return budgetSeconds <= 15
}

async function show({ name, seconds, summary, failed, output }: Ended): Promise<void> {
  console.log(`${failed > 0 ? 'FAIL' : 'ok  '}  ${name.padEnd(28)} ${String(seconds).padStart(4)} s  ${summary}`)
  if (failed > 0) for (const line of await explainEnd(output, shownLines)) console.log(`      ${line}`)
}

/**
 * The last lines, without the logs of processes that a check started. Shortfalls come first: they say why it failed, and the end
 * of long output can be cut.
 */
export async function explainEnd(output: string, count: number): Promise<string[]> {
  const text = (await readFile(output, 'utf8').catch(() => '')).trimEnd()
  const lines = text.split('\n').filter((line) => !line.startsWith('{"level"'))
  const shortfalls = lines.filter((line) => line.startsWith('  short: ')).slice(0, shownShortfalls)
  return [...shortfalls, ...lines.slice(-count)].map((line) => line.slice(0, 600))
}
