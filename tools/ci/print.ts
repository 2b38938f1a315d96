/** Output of `bin/ci` at its start and end. */
import type { Ended } from './check.ts'
import type { ChangedPlan, Choice } from './plan.ts'
import { explainEnd } from './run-checks.ts'

const shownLines = 12
const shownReasons = 3

export function explain(
  { chosen, left, plannedSeconds }: ChangedPlan,
  { base, files }: { base: string | null; files: number },
): void {
  if (base === null) {
    console.log('no full run is recorded for an earlier commit: only the gate runs; bin/ci --all records one')
    return
  }
  console.log(`${files} files changed since ${base}`)
  console.log(`the gate and ${chosen.length} suites or benches, planned for ${Math.round(plannedSeconds / 60)} min:`)
  for (const choice of chosen) console.log(describe(choice))
  if (left.length > 0) console.log(`left for --all: ${left.map(({ name }) => name).join(', ')}`)
}

function describe({ name, reasons }: Choice): string {
  const more = reasons.length > shownReasons ? ` and ${reasons.length - shownReasons} more` : ''
  return `  ${name.padEnd(22)} ${reasons.slice(0, shownReasons).join(', ')}${more}`
}

/** Returns the exit code. Failures are repeated at the end, where people look first. */
export async function showEnd(run: {
  ended: readonly Ended[]
  skipped: readonly string[]
  seconds: number
}): Promise<number> {
  const { ended, skipped, seconds } = run
  const failures = ended.filter(({ failed }) => failed > 0)
  for (const { name, output } of failures) {
    console.log(`failed: ${name}`)
    for (const line of await explainEnd(output, shownLines)) console.log(`      ${line}`)
  }
  if (failures.length > 0) console.log(`failed: ${failures.map(({ name }) => name).join(' ')}`)
  if (skipped.length > 0) console.log(`no time left for: ${skipped.join(' ')}`)
  const slowest = ended.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  console.log(`slowest: ${slowest.map((each) => `${each.name} ${each.seconds} s`).join(', ')}`)
  console.log(`in ${Math.floor(seconds / 60)} min ${seconds % 60} s`)
  const sum = (key: 'passed' | 'failed') => ended.reduce((total, each) => total + each[key], 0)
  // A run without any check must not look green.
  const failed = ended.length === 0 ? 1 : sum('failed')
  console.log(`${sum('passed')} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
  return failed > 0 ? 1 : 0
}
