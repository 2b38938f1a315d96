/**
 * Zero downtime: traffic moves between releases, and new releases are deployed, under clients that never retry. The quick form
 * is a few switches and deployments; the full form has the numbers of the goal and goes on where it was ended.
 */
import { startTarget } from '../fixtures/target.ts'
import { isQuick, Report } from '../support/report.ts'
import { switchUnderLoad } from './zero-downtime/switching.ts'
import type { Topic } from './zero-downtime/world.ts'

const topics: Record<string, Topic> = { switching: switchUnderLoad }
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const report = new Report('zero-downtime')
{
  await using target = await startTarget({ publishPorts: [80, 443] })
  for (const [name, topic] of Object.entries(topics)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const startedAt = performance.now()
    await topic({ target, report, isQuick }).catch((error: unknown) =>
      report.expect(false, `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    )
    console.error(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  }
}
report.finish()
