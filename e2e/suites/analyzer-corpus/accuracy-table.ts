/** docs/reference/analysis-accuracy.md, from the figures of a run. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scores } from './score.ts'

const file = join(import.meta.dirname, '../../../docs/reference/analysis-accuracy.md')

export function accuracyText(scores: Scores, cases: number, languages: ReadonlyMap<string, number>): string {
  const rows = [...scores].map(([field, count]) => {
    const precision = share(count.right, count.given)
    return `| ${field} | ${count.expected} | ${count.right} | ${precision} | ${share(count.right, count.expected)} |`
  })
  const per = [...languages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name} ${count}`)
  return `# Accuracy of the analysis

Written by \`bin/suite analyzer-corpus --write\`; CI fails when it is out of date.

${cases} small repositories of our own, in \`packages/analyzer/corpus\`: ${per.join(', ')}. Each says which services, commands, ports,
variables and databases must be found; lists of services, variables and databases are complete, so that one too many counts
against precision. They were written by the people who wrote the detectors: the figures show that nothing is lost from one change to
the next, not how often a repository of yours is understood.

| field | expected | right | precision | recall |
| --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`
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
