/** Writes docs/reference/analysis-accuracy.md from the figures of a run. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { firstScore } from './first-score.ts'
import type { Count } from './score.ts'
import { type SetScore, totalOf } from './score-set.ts'

const file = join(import.meta.dirname, '../../../docs/reference/analysis-accuracy.md')

export function accuracyText(own: SetScore, documentation: SetScore): string {
  return `# Accuracy of the analysis

\`bin/suite analyzer-corpus --write\` writes this page; CI fails when it is out of date.

\`packages/analyzer/corpus\` has two sets of small repositories. Each case states which services, commands, ports, variables and
databases the analysis must find. Lists of services, variables and databases are complete: one too many counts against precision.

## Cases by the authors of the detectors

${own.cases} cases: ${languagesOf(own)}. The authors of the detectors wrote them. The score shows that no change loses what
worked before, not how often the analysis understands your repository. The gate requires all of them to be right.

| field | expected | right | precision | recall |
| --- | ---: | ---: | ---: | ---: |
${rowsOf(own).join('\n')}

## Cases from the frameworks' documentation

${documentation.cases} cases, set \`documentation-2026\`: ${languagesOf(documentation)}. Their author worked from the public
documentation of the frameworks and the layout of their starters, and didn't read the detectors. The format of the corpus and the
spelling of the commands in it were known. Where several commands do the same, the case accepts each of them.

"Before" is the first run, when no detector had been changed for these cases. "Now" is the score of today's detectors. Changes
that these cases asked for raise it, so only "before" estimates how the analysis does on repositories it has not seen.

| | before | now |
| --- | ---: | ---: |
| cases without a miss | ${firstScore.right} of ${firstScore.cases} | ${documentation.right} of ${documentation.cases} |
${overallRows(documentation).join('\n')}

| field | expected before | right before | precision before | recall before | expected now | right now | precision now | recall now |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${comparedRows(documentation).join('\n')}

### Wrong now

${wrongCases(documentation)}
`
}

function languagesOf(set: SetScore): string {
  const sorted = [...set.languages].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ')
}

function rowsOf(set: SetScore): string[] {
  return [...set.scores].map(([field, count]) => `| ${field} | ${cellsOf(count)} |`)
}

function overallRows(set: SetScore): string[] {
  const before = totalOf(Object.values(firstScore.fields))
  const now = totalOf(set.scores.values())
  return [
    `| precision | ${precisionOf(before)} | ${precisionOf(now)} |`,
    `| recall | ${recallOf(before)} | ${recallOf(now)} |`,
  ]
}

function comparedRows(set: SetScore): string[] {
  const fields = new Set([...Object.keys(firstScore.fields), ...set.scores.keys()])
  return [...fields].map(
    (field) => `| ${field} | ${cellsOf(firstScore.fields[field])} | ${cellsOf(set.scores.get(field))} |`,
  )
}

function wrongCases(set: SetScore): string {
  if (set.misses.size === 0) return 'None.'
  return [...set.misses]
    .map(([name, misses]) => `- \`${name}\`: ${[...new Set(misses.map(fieldOf))].join(', ')}`)
    .join('\n')
}

/** A miss reads `where: field is X, expected Y`. */
function fieldOf(miss: string): string {
  return /([\w.]+) is /.exec(miss)?.[1] ?? miss
}

function cellsOf(count: Count = { expected: 0, given: 0, right: 0 }): string {
  return `${count.expected} | ${count.right} | ${precisionOf(count)} | ${recallOf(count)}`
}

function precisionOf({ right, given }: Count): string {
  return share(right, given)
}

function recallOf({ right, expected }: Count): string {
  return share(right, expected)
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}

export async function writeAccuracy(text: string): Promise<void> {
  await writeFile(file, text)
}

export async function isCurrent(text: string): Promise<boolean> {
  return (await readFile(file, 'utf8').catch(() => '')) === text
}
