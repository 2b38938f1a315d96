/**
 * The core promises, end to end on one shared test environment: every operation of the specification, deployments from the
 * first to the rollback, switches without a lost request, backup and restore, and the dashboard in a browser.
 *
 * @tier gate
 * @budget 260
 * @topics browser walk deploy switch backup
 */
import { isChosen } from '../support/command-line.ts'
import { inParallel } from '../support/in-parallel.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { openCoreEnvironment } from './core/environment.ts'
import { backup, deploy, switchTraffic, useBrowser, walk } from './core/scenarios.ts'

/** Values of secret variables that the deploy scenario and the specification walk set. */
const secretValues = [/sentinel-[0-9a-f]{8}-/, /kept to itself/]
/** The scenarios run concurrently, because each mostly waits for builds and containers. */
const atOnce = 3

const report = new Report('core')
{
  await using core = await openCoreEnvironment(report)
  const scenarios: Record<string, () => Promise<void>> = {
    walk: () => walk(core),
    deploy: () => deploy(core),
    backup: () => backup(core),
    switch: () => switchTraffic(core),
    browser: () => useBrowser(core),
  }
  const chosen = Object.entries(scenarios).filter(([name]) => isChosen(name))
  await inParallel(chosen, atOnce, ([name, scenario]) => runTopic(core, name, scenario))
  const written = `${core.instance.api.output}${core.instance.worker.output}`
  const leaked = secretValues.filter((value) => value.test(written)).length
  report.expect(
    written.length > 0 && leaked === 0,
    `${leaked} secret values of scenarios are in the logs of the processes`,
  )
  report.figure('scenarios', chosen.length)
}
report.finish()
