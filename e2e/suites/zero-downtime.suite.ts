/**
 * Zero downtime: traffic moves between releases, and new releases are deployed, under clients that never retry. The quick form
 * is a few switches and deployments; the full form has the numbers of the goal and goes on where it was ended (--fresh: from
 * the beginning).
 */
import { startDeployWorld } from '../support/deploy-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { deployUnderLoad } from './zero-downtime/deployments.ts'
import { switchUnderLoad } from './zero-downtime/switching.ts'

const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const report = new Report('zero-downtime')
{
  await using world = await startDeployWorld({ report })
  const [server] = world.servers
  if (server === undefined) throw new Error('there is no server')
  const topics: Record<string, () => Promise<void>> = {
    switching: () => switchUnderLoad({ target: server.target, report, isQuick }),
    deployments: () => deployUnderLoad(world, { isQuick }),
  }
  for (const [name, topic] of Object.entries(topics)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const startedAt = performance.now()
    await topic().catch((error: unknown) =>
      report.expect(false, `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    )
    console.error(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  }
}
report.finish()
