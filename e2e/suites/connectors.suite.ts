/** Connectors of every kind against vendors that check what they get, misbehave and attack; mail; addresses that lead inside. */
import { isQuick, Report } from '../support/report.ts'
import { proveContract } from './connectors/contract.ts'
import { proveFaults } from './connectors/faults.ts'
import { proveMail } from './connectors/mail.ts'
import { proveNoVisits } from './connectors/ssrf.ts'
import { startWorld, type World } from './connectors/world.ts'

const topics: Record<string, (world: World) => Promise<void>> = {
  contract: proveContract,
  mail: proveMail,
  faults: proveFaults,
  ssrf: proveNoVisits,
}
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const report = new Report('connectors')
{
  await using world = await startWorld(report)
  for (const [name, prove] of Object.entries(topics)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const started = performance.now()
    await prove(world).catch((error: unknown) => {
      report.expect(
        false,
        `${name} ended with ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    })
    console.error(`  ${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  }
}
report.figure('quick', isQuick)
report.finish()
