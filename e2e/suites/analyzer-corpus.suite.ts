/**
 * The analyzer on a corpus of small repositories: expected results, evidence for every claim, precision and recall per field.
 *
 * --peers also runs other platforms' detectors; --write updates the tables in docs/reference; --case=NAME shows one case.
 *
 * @tier gate
 * @budget 20
 * @options --case=NAME --write --peers
 */
import { analyze } from '@longshore/analyzer'
import { reportSchema } from '@longshore/analyzer/report'
import { hasFlag, option } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { accuracyText, isCurrent, writeAccuracy } from './analyzer-corpus/accuracy-table.ts'
import { findMissingEvidence } from './analyzer-corpus/evidence.ts'
import { comparePeers, us } from './analyzer-corpus/peers/compare.ts'
import { netlifyPeer } from './analyzer-corpus/peers/netlify.ts'
import { railpackPeer } from './analyzer-corpus/peers/railpack.ts'
import { comparisonRows, writeComparison } from './analyzer-corpus/peers/table.ts'
import { vercelPeer } from './analyzer-corpus/peers/vercel.ts'
import { readCorpus } from './analyzer-corpus/read-corpus.ts'
import { type Scores, scoreCase } from './analyzer-corpus/score.ts'

const only = option('case')
const minCases = 60

const report = new Report('analyzer-corpus')
const corpus = await readCorpus(only)
report.expect(corpus.length > 0, `there is no case ${only}`)
const scores: Scores = new Map()
const languages = new Map<string, number>()
let wrongCases = 0
for (const one of corpus) {
  const options = one.expected.rootDirectory === undefined ? {} : { rootDirectory: one.expected.rootDirectory }
  const answer = await analyze(one.tree, options)
  if (only !== undefined) console.log(JSON.stringify(answer, null, 2))
  const again = await analyze(one.tree, options)
  languages.set(one.expected.language, (languages.get(one.expected.language) ?? 0) + 1)
  const parsed = reportSchema.safeParse(answer)
  const misses = [
    ...scoreCase(one.expected, answer, scores),
    ...(await findMissingEvidence(one, answer)),
    ...(parsed.success ? [] : [`the report breaks its own schema: ${parsed.error.issues[0]?.path.join('.')}`]),
    ...(JSON.stringify(again) === JSON.stringify(answer) ? [] : ['a second analysis gave another report']),
  ]
  if (misses.length > 0) wrongCases += 1
  for (const miss of misses) report.expect(false, `${one.name}: ${miss}`)
}

for (const [field, { expected, given, right }] of scores) {
  console.log(
    `  ${field.padEnd(20)} expected ${String(expected).padStart(4)}  right ${String(right).padStart(4)}  given ${String(given).padStart(4)}`,
  )
}
if (only === undefined) {
  const text = accuracyText(scores, corpus.length, languages)
  if (hasFlag('write')) await writeAccuracy(text)
  report.expect(
    await isCurrent(text),
    'docs/reference/analysis-accuracy.md is out of date; run: bin/suite analyzer-corpus --write',
  )
  report.expect(corpus.length >= minCases, `${corpus.length} cases, wanted are ${minCases}`)
}
if (only === undefined) await compare()
const total = [...scores.values()].reduce((sum, count) => ({
  expected: sum.expected + count.expected,
  given: sum.given + count.given,
  right: sum.right + count.right,
}))
report.figure('cases', corpus.length)
report.figure('right', corpus.length - wrongCases)
report.figure('precision', (total.right / total.given).toFixed(4))
report.figure('recall', (total.right / total.expected).toFixed(4))
report.finish()

async function compare(): Promise<void> {
  const mayInstall = hasFlag('peers')
  const found = await Promise.all([vercelPeer, netlifyPeer, railpackPeer].map((peer) => peer(mayInstall)))
  const peers = found.filter((peer) => peer !== null)
  report.figure('peers', peers.length)
  report.figure('peersSkipped', found.length - peers.length)
  if (peers.length === 0) return
  const comparison = await comparePeers(corpus, peers)
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
