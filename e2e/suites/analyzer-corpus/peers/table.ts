/** Writes docs/reference/analysis-peers.md from a full run. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Peer } from './answer.ts'
import { type Comparison, us } from './compare.ts'

const file = join(import.meta.dirname, '../../../../docs/reference/analysis-peers.md')

export function comparisonRows({ asked, right }: Comparison, peers: readonly Peer[]): string[] {
  const who = [us, ...peers.map((peer) => peer.name)]
  return [...asked]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([language, count]) =>
        `| ${language} | ${count} | ${who.map((one) => right.get(language)?.get(one) ?? 0).join(' | ')} |`,
    )
}

export async function writeComparison(comparison: Comparison, peers: readonly Peer[]): Promise<void> {
  const head = [us, ...peers.map((peer) => `${peer.name} ${peer.version}`)]
  const text = `# Analysis compared with other detectors

\`bin/suite analyzer-corpus --peers --write\` writes this page. It runs the detectors of other platforms on the cases in
\`packages/analyzer/corpus\` that the authors of our detectors wrote. The questions for each app are the framework (or language),
package manager, build command, start command, output directory of a static site, and port, if the case has an answer. Each detector
gets the app's directory. A command counts as correct if it runs the same program with the same arguments, directly or through a
script, even with other commands around it.

The detectors have different goals. Vercel and Netlify don't start servers themselves, so their detectors return no start command and
no port. Railpack leaves the port to a variable at run time. If it can't look up the newest version of a runtime (PHP, on a machine
without its helper), only its log counts. The corpus is ours, and so are its expectations.

| language | questions | ${head.join(' | ')} |
| --- | ---: | ${head.map(() => '---:').join(' | ')} |
${comparisonRows(comparison, peers).join('\n')}
`
  await writeFile(file, text)
}
