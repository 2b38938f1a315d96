/**
 * Deployments on two real servers: deploy, redeploy under load, fail, roll back, cancel, delete; move to the other server;
 * stop, start, restart, scale, promote, cron jobs, scheduled deployments, compose files, private registries.
 *
 * The full form has a hundred small environments and runs as root and as the user deploy.
 *
 * @tier all
 * @budget 420
 * @topics story lifecycle services images move crowd
 */
import type { TargetUser } from '../fixtures/target.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { runScenario } from '../support/deployments/deploy-scenario.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { deployCrowd } from './deploy-story/crowd.ts'
import { deployImages } from './deploy-story/images.ts'
import { liveOn } from './deploy-story/lifecycle.ts'
import { moveToAnotherServer } from './deploy-story/move.ts'
import { changeServices } from './deploy-story/services.ts'

const crowdSize = isQuick ? 4 : 100
const users: TargetUser[] = isQuick ? ['deploy'] : ['root', 'deploy']

const report = new Report('deploy-story')
for (const user of users) {
  await using testEnv = await startDeployTestEnv({
    report,
    user,
    targets: 2,
    baseImages: ['node:24-slim', 'postgres:17'],
  })
  const [one, two] = testEnv.servers
  if (one === undefined || two === undefined) throw new Error('two servers were asked for')
  const topics: Record<string, () => Promise<void>> = {
    story: () => runScenario(testEnv, one),
    lifecycle: () => liveOn(testEnv, one, two),
    services: () => changeServices(testEnv, one),
    images: () => deployImages(testEnv, one),
    move: () => moveToAnotherServer(testEnv, one, two),
    crowd: () => deployCrowd(testEnv, two, crowdSize),
  }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(testEnv, `${name} as ${user}`, topic)
}
report.figure('quick', isQuick)
report.finish()
