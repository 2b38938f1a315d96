/**
 * Repositories and Git servers that attack their readers: nothing escapes, each ends within its time and memory limits.
 *
 * @tier all
 * @budget 150
 * @topics contents trees walls servers inputs secrets leftovers api
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitServer } from '../fixtures/git-server.ts'
import { isChosen, isQuick, namesTopics } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { keepAnswering } from './hostile-repos/api.ts'
import { meetContents } from './hostile-repos/contents.ts'
import { tryInputs } from './hostile-repos/inputs.ts'
import { leaveNothing } from './hostile-repos/leftovers.ts'
import { tryWalls } from './hostile-repos/sandbox.ts'
import { keepSecrets } from './hostile-repos/secrets.ts'
import { meetServers } from './hostile-repos/servers.ts'
import { Canary, counts, createSource, type TestEnv, type Topic } from './hostile-repos/test-env.ts'
import { meetTrees } from './hostile-repos/trees.ts'

const topics: Record<string, Topic> = {
  contents: meetContents,
  trees: meetTrees,
  walls: tryWalls,
  servers: meetServers,
  inputs: tryInputs,
  secrets: keepSecrets,
  leftovers: leaveNothing,
  api: keepAnswering,
}
/** This topic measures times, which a busy machine distorts. */
const onlyFull = new Set(['api'])
const report = new Report('hostile-repos')
const folder = await mkdtemp(join(tmpdir(), 'hostile-repos-'))
try {
  await mkdir(join(folder, 'canary'))
  await using canary = await Canary.create(join(folder, 'canary'))
  await using server = await GitServer.start({ root: folder })
  await using git = createSource(join(folder, 'runtime'))
  const testEnv: TestEnv = { report, isQuick, lanes: isQuick ? 3 : 1, folder, server, git, canary }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name) && (namesTopics || !isQuick || !onlyFull.has(name)))
      await runTopic({ report }, name, () => topic(testEnv))
} finally {
  await rm(folder, { recursive: true, force: true })
}
report.figure('cases', counts.cases)
report.figure('slowest_ms', counts.worstMs)
report.figure('most_extra_mb', counts.worstMb)
console.error(`  slowest: ${counts.slowest}; largest: ${counts.largest}`)
report.finish()
