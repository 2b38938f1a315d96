/**
 * Servers that lie, flood, stall or hang up: each ends in time, within memory, with the right error code, and others are not
 * affected.
 *
 * @tier all
 * @budget 120
 * @topics speakers sessions engines causes lifetimes faults
 */
import { createServerPool } from '@longshore/remote/ssh'
import { startTarget } from '../fixtures/target.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { produceCauses } from './hostile-servers/causes.ts'
import { meetEngines } from './hostile-servers/engines.ts'
import { cutTheLine } from './hostile-servers/faults.ts'
import { followLifetimes } from './hostile-servers/lifetimes.ts'
import { meetSessions } from './hostile-servers/sessions.ts'
import { meetSpeakers } from './hostile-servers/speakers.ts'
import { allow, counts, type TestEnv, type Topic } from './hostile-servers/test-env.ts'

const topics: Record<string, Topic> = {
  speakers: meetSpeakers,
  sessions: meetSessions,
  engines: meetEngines,
  causes: produceCauses,
  lifetimes: followLifetimes,
  faults: cutTheLine,
}
const report = new Report('hostile-servers')
{
  await using pool = createServerPool({ allow, idleMs: 10_000 })
  await using target = await startTarget()
  const testEnv: TestEnv = { pool, target, hostKeys: await target.readHostKeys(), report, isQuick }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic({ report }, name, () => topic(testEnv))
}
report.figure('cases', counts.cases)
report.figure('most_extra_mb', counts.worstMb)
report.finish()
