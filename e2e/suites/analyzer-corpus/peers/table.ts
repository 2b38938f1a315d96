/** docs/reference/analysis-peers.md, from a full run. */
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
  const text = `# The analysis beside others

Written by \`bin/suite analyzer-corpus --peers --write\`: the cases of \`packages/analyzer/corpus\` that the authors of our detectors
wrote, put to the detectors of other platforms. Questions per app: framework (or language), package manager, build command, start command, folder of a static site, port, as
far as the case has an answer. Each gets the app's folder; commands count as right when they run the same program with the
same arguments, directly or by a script, with more around them or not.

They set out to answer different questions. The detectors of Vercel and Netlify serve platforms that start nothing themselves: they have no
start command and no port to give. Railpack leaves the port to a variable at run time, and where it cannot ask for the newest version of
a runtime (PHP, on a machine without its helper) only its log counts. The corpus is ours, and so are its expectations.

| language | questions | ${head.join(' | ')} |
| --- | ---: | ${head.map(() => '---:').join(' | ')} |
${comparisonRows(comparison, peers).join('\n')}
`
  await writeFile(file, text)
}
