/**
 * The analyzer on a corpus of small repositories: expected results, evidence for every claim, precision and recall per field.
 *
 * Cases by the authors of the detectors must all be right. Cases from the frameworks' documentation have a floor: the run shows
 * each miss, and fails when the score drops below it.
 *
 * --peers also runs other platforms' detectors; --write updates the tables in docs/reference; --case=NAME shows one case.
 *
 * @tier gate
 * @budget 20
 * @options --case=NAME --write --peers
 */
import { hasFlag, option } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { accuracyText, isCurrent, writeAccuracy } from './analyzer-corpus/accuracy-table.ts'
import { comparePeers, us } from './analyzer-corpus/peers/compare.ts'
import { netlifyPeer } from './analyzer-corpus/peers/netlify.ts'
import { railpackPeer } from './analyzer-corpus/peers/railpack.ts'
import { comparisonRows, writeComparison } from './analyzer-corpus/peers/table.ts'
import { vercelPeer } from './analyzer-corpus/peers/vercel.ts'
import { readCorpus } from './analyzer-corpus/read-corpus.ts'
import { analyzeCase, type SetScore, scoreSet, totalOf } from './analyzer-corpus/score-set.ts'

const only = option('case')
const minCases = { own: 60, documentation: 40 }
/** The score of the detectors on the cases from the documentation. Raise it with the score, never lower it. */
const documentationFloor = { right: 51, precision: 0.998, recall: 0.996 }

const report = new Report('analyzer-corpus')
const corpus = await readCorpus(only)
report.expect(corpus.length > 0, `there is no case ${only}`)
const ownCases = corpus.filter((one) => one.expected.set === 'own')
const own = await scoreSet(ownCases)
const documentation = await scoreSet(corpus.filter((one) => one.expected.set === 'documentation-2026'))
for (const violation of [...own.violations, ...documentation.violations]) report.expect(false, violation)
for (const miss of missesOf(own)) report.expect(false, miss)
if (only === undefined) await checkSets()
else await showCase()
for (const [name, value] of figuresOf(own)) report.figure(name, value)
for (const [name, value] of figuresOf(documentation)) report.figure(`documentation.${name}`, value)
report.finish()

async function showCase(): Promise<void> {
  for (const one of corpus) console.log(JSON.stringify(await analyzeCase(one), null, 2))
  for (const miss of missesOf(documentation)) report.expect(false, miss)
}

async function checkSets(): Promise<void> {
  for (const miss of missesOf(documentation)) console.log(`  wrong, set documentation-2026: ${miss}`)
  printScores('own', own)
  printScores('documentation-2026', documentation)
  const text = accuracyText(own, documentation)
  if (hasFlag('write')) await writeAccuracy(text)
  report.expect(
    await isCurrent(text),
    'docs/reference/analysis-accuracy.md is out of date; run: bin/suite analyzer-corpus --write',
  )
  report.expect(own.cases >= minCases.own, `${own.cases} cases, wanted are ${minCases.own}`)
  report.expect(
    documentation.cases >= minCases.documentation,
    `${documentation.cases} cases from the documentation, wanted are ${minCases.documentation}`,
  )
  checkFloor()
  await compare()
}

function checkFloor(): void {
  const { precision, recall } = sharesOf(documentation)
  const reached = { right: documentation.right, precision, recall }
  for (const key of ['right', 'precision', 'recall'] as const) {
    const what = `documentation-2026: ${key} is ${reached[key]}, the floor is ${documentationFloor[key]}`
    report.expect(reached[key] >= documentationFloor[key], what)
  }
}

function missesOf(set: SetScore): string[] {
  return [...set.misses].flatMap(([name, misses]) => misses.map((miss) => `${name}: ${miss}`))
}

function printScores(name: string, set: SetScore): void {
  console.log(`  set ${name}: ${set.right} of ${set.cases} cases right`)
  for (const [field, { expected, given, right }] of set.scores) {
    const figures = [`expected ${pad(expected)}`, `right ${pad(right)}`, `given ${pad(given)}`]
    console.log(`  ${field.padEnd(20)} ${figures.join('  ')}`)
  }
}

function pad(figure: number): string {
  return String(figure).padStart(4)
}

function figuresOf(set: SetScore): [string, string | number][] {
  if (set.cases === 0) return []
  const { precision, recall } = sharesOf(set)
  return [
    ['cases', set.cases],
    ['right', set.right],
    ['precision', precision.toFixed(4)],
    ['recall', recall.toFixed(4)],
  ]
}

function sharesOf(set: SetScore): { precision: number; recall: number } {
  const { expected, given, right } = totalOf(set.scores.values())
  return { precision: right / given, recall: right / expected }
}

async function compare(): Promise<void> {
  const mayInstall = hasFlag('peers')
  const found = await Promise.all([vercelPeer, netlifyPeer, railpackPeer].map((peer) => peer(mayInstall)))
  const peers = found.filter((peer) => peer !== null)
  report.figure('peers', peers.length)
  report.figure('peersSkipped', found.length - peers.length)
  if (peers.length === 0) return
  const comparison = await comparePeers(ownCases, peers)
  console.log(`  | language | questions | ${[us, ...peers.map((peer) => peer.name)].join(' | ')} |`)
  for (const row of comparisonRows(comparison, peers)) console.log(`  ${row}`)
  for (const [language, row] of comparison.right) {
    for (const peer of peers) {
      const [own = 0, other = 0] = [row.get(us), row.get(peer.name)]
      report.expect(own > other, `${language}: ${peer.name} answers ${other} right, ours ${own}`)
    }
  }
  if (mayInstall && hasFlag('write')) await writeComparison(comparison, peers)
}
