/**
 * What a real server and its containers use, as lines that agree with the kernel's own count.
 */
import { type DeployWorld, startDeployWorld } from '../support/deploy-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { proveLines } from './alerts/lines.ts'

const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const report = new Report('alerts')
{
  await using world = await startDeployWorld({
    report,
    user: 'deploy',
    instance: { environment: { METRICS_SECONDS: '2', SERVER_CHECK_SECONDS: '2' } },
  })
  const topics: Record<string, (world: DeployWorld) => Promise<void>> = { lines: proveLines }
  for (const [name, topic] of Object.entries(topics))
    if (chosen.length === 0 || chosen.includes(name)) await run(name, world, topic)
}
report.figure('quick', isQuick)
report.finish()

async function run(name: string, world: DeployWorld, topic: (world: DeployWorld) => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await topic(world).catch((error: unknown) => {
    report.expect(false, `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    console.error(world.instance.worker.output.split('\n').slice(-15).join('\n'))
  })
  console.error(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}
