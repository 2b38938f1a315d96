/**
 * Two workers of different releases on one machine, a link socket each, under deployments and traffic: no request and no run
 * fails, and the newer release's proxy is never replaced by the older one. `--from=COMMIT`: the older release is that commit
 * (it must know proxy generations) instead of this one with a lower generation.
 *
 * The full form takes five minutes with both workers.
 *
 * @tier manual
 * @budget 900
 * @alone
 * @options --from=COMMIT
 */
import { isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { upgradeUnderLoad } from './rolling-upgrade/scenario.ts'
import { startRollingTestEnv } from './rolling-upgrade/test-env.ts'

const bothMs = isQuick ? 40_000 : 300_000

const report = new Report('rolling-upgrade')
{
  await using testEnv = await startRollingTestEnv(report)
  await upgradeUnderLoad(testEnv, bothMs)
}
report.finish()
