/**
 * Upgrade from an earlier release and back on a documented installation, under load, during a build: no request fails.
 * `--from=COMMIT`: from that commit instead of the newest one before.
 *
 * @tier all
 * @budget 240
 * @alone
 * @options --from=COMMIT
 */
import { ensureEngine } from '../fixtures/engine.ts'
import { startInstallTestEnv } from '../support/install-test-env.ts'
import { ensureCurrentImage } from '../support/installation/image.ts'
import { Report } from '../support/report.ts'
import { ensureEarlierImage } from './upgrade/earlier-image.ts'
import { runScenario } from './upgrade/scenario.ts'

const report = new Report('upgrade')
{
  await using _engine = await ensureEngine()
  const earlier = await ensureEarlierImage()
  const images = { earlier: earlier.image, current: await ensureCurrentImage() }
  report.figure('from', earlier.commit)
  await using testEnv = await startInstallTestEnv()
  await runScenario(testEnv, report, images).catch(async (error: unknown) => {
    report.expect(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
    const script = 'cd /opt/longshore && docker compose ps --all; docker compose logs --tail 30'
    console.error((await testEnv.target.exec(['bash', '-s'], { stdin: script })).stdout.slice(-12_000))
  })
}
report.finish()
