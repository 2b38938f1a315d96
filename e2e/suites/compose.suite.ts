/**
 * The documented installation on a new 2 GB machine: image, compose files, first server, dashboard and an app with
 * certificates, memory use.
 *
 * @tier gate
 * @budget 200
 */
import { ensureEngine } from '../fixtures/engine.ts'
import { startInstallTestEnv } from '../support/install-test-env.ts'
import { ensureCurrentImage, installedTag } from '../support/installation/image.ts'
import { runScenario } from '../support/installation/install-scenario.ts'
import { Report } from '../support/report.ts'

const report = new Report('compose')
{
  await using _engine = await ensureEngine()
  const image = await ensureCurrentImage()
  await using testEnv = await startInstallTestEnv()
  await testEnv.loadImage(image, installedTag)
  await runScenario(testEnv, report).catch(async (error: unknown) => {
    report.expect(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
    const script = 'cd /opt/longshore && docker compose ps --all; docker compose logs --tail 40; docker ps --all'
    console.error((await testEnv.target.exec(['bash', '-s'], { stdin: script })).stdout.slice(-12_000))
  })
}
report.finish()
