/**
 * The gate catches defects. Ten patches, each breaking one core promise, are applied to a copy of this commit one at a time, and the
 * gate runs on the copy until a check fails. At least nine of ten must be caught.
 *
 * Continues where it stopped on the same tree; `--fresh` begins again. `--only=TEXT`: only defects with it in their name.
 *
 * @tier manual
 * @budget 6000
 * @options --only=TEXT --fresh
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Progress } from '../../tools/ci/full-run.ts'
import { hasFlag, option } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { tryDefect } from './seeded-defects/try-defect.ts'

const folder = join(import.meta.dirname, 'seeded-defects')
const wanted = 9
const report = new Report('seeded-defects')
const only = option('only')
const names = (await readdir(folder)).filter((file) => file.endsWith('.patch')).map((file) => file.slice(0, -6))
const chosen = names.filter((name) => only === undefined || name.includes(only)).sort()
const progress = await Progress.open('defects', { isFresh: hasFlag('fresh') })
let caught = 0
for (const name of chosen) {
  const known = progress.passed.find((each) => each.name === name)
  const result = known ?? (await tryDefect(name, join(folder, `${name}.patch`)))
  if (known === undefined) await progress.add(result)
  if (result.failed > 0) caught += 1
  const verdict = result.failed > 0 ? 'caught' : 'MISSED'
  console.log(`  ${name.padEnd(24)} ${verdict} after ${String(result.seconds).padStart(4)} s  ${result.summary}`)
}
report.figure('defects', chosen.length)
report.figure('caught', caught)
report.expect(chosen.length > 0, 'there is no such defect')
if (only === undefined) report.expect(caught >= wanted, `expected at least ${wanted} caught, found ${caught}`)
else report.expect(caught === chosen.length, `${chosen.length - caught} were not caught`)
report.finish()
