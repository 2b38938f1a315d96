/**
 * Upgrades of an installation under traffic and during a deployment: with the command, with the operator's button, back, from
 * an earlier commit, and with tampered, unhealthy, and interrupted releases. No request of an app fails.
 * `--from=COMMIT`: from that commit instead of the newest one before.
 *
 * @tier all
 * @budget 600
 * @alone
 * @options --from=COMMIT
 */
import { ensureEngine } from '../fixtures/engine.ts'
import { ensureCurrentImage } from '../support/installation/image.ts'
import { Report } from '../support/report.ts'
import { ensureEarlierImage } from './upgrade/earlier-image.ts'
import { saveImages, startMachine } from './upgrade/machine.ts'
import { runScenario } from './upgrade/scenario.ts'

const report = new Report('upgrade')
{
  await using _engine = await ensureEngine()
  const earlier = await ensureEarlierImage()
  await using saved = await saveImages({ earlier: earlier.image, current: await ensureCurrentImage() })
  report.figure('from', earlier.commit)
  await using machine = await startMachine()
  await runScenario(machine, report, saved.images).catch(async (error: unknown) => {
    report.expect(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
    const script = `cd /opt/longshore && docker compose ps --all; docker compose logs --tail 30
cat upgrade/status.json; systemctl status longshore-upgrade.path longshore-upgrade.service; journalctl -u longshore-upgrade -n 60`
    console.error((await machine.target.exec(['bash', '-s'], { stdin: script })).stdout.slice(-14_000))
  })
}
report.finish()
