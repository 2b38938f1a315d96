/** Servers that lie, flood, stall or break off: each ends in time, within memory, with the right code; others go on. */
import { createServerPool } from '@longshore/remote/ssh'
import { startTarget } from '../fixtures/target.ts'
import { isQuick, Report } from '../support/report.ts'
import { produceCauses } from './hostile-servers/causes.ts'
import { meetEngines } from './hostile-servers/engines.ts'
import { cutTheLine } from './hostile-servers/faults.ts'
import { followLifetimes } from './hostile-servers/lifetimes.ts'
import { meetSessions } from './hostile-servers/sessions.ts'
import { meetSpeakers } from './hostile-servers/speakers.ts'
import { allow, counts, type Topic, type World } from './hostile-servers/world.ts'

const topics: Record<string, Topic> = {
  speakers: meetSpeakers,
  sessions: meetSessions,
  engines: meetEngines,
  causes: produceCauses,
  lifetimes: followLifetimes,
  faults: cutTheLine,
}
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const report = new Report('hostile-servers')
{
  await using pool = createServerPool({ allow, idleMs: 10_000 })
  await using target = await startTarget()
  const world: World = { pool, target, hostKeys: await target.readHostKeys(), report, isQuick }
  for (const [name, topic] of Object.entries(topics)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const startedAt = performance.now()
    await topic(world).catch((error: unknown) =>
      report.expect(
        false,
        `${name} ended with ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ),
    )
    console.error(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  }
}
report.figure('cases', counts.cases)
report.figure('most_extra_mb', counts.worstMb)
report.finish()
