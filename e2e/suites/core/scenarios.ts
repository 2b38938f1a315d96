/** Each scenario runs in its own organization. Scenarios of other suites run unchanged on the shared environment. */

import { runScenario as runBrowserScenario } from '../../support/dashboard/dashboard-scenario.ts'
import { joinInstance } from '../../support/deploy-test-env.ts'
import { runScenario } from '../../support/deployments/deploy-scenario.ts'
import { walkAll } from '../../support/spec-walk/walk.ts'
import { prepareWalk } from '../../support/spec-walk/walk-test-env.ts'
import { deployUnderLoad } from '../../support/zero-downtime/deployments.ts'
import { backUpAndRestore } from './backups.ts'
import type { CoreEnvironment } from './environment.ts'

const node = 'node:24-slim'
const postgres = 'postgres:17'

/** Calls every operation of the specification. */
export async function walk(core: CoreEnvironment): Promise<void> {
  const { instance, gitea, dns, report } = core
  const target = await core.startServer([node, postgres])
  await walkAll(await prepareWalk({ instance, target, gitea, dns }), report)
}

/** Deploys, redeploys under load, fails, rolls back, cancels, and removes everything. */
export async function deploy(core: CoreEnvironment): Promise<void> {
  const testEnv = await joinInstance({ ...core, targets: [await core.startServer([node, postgres])], user: 'deploy' })
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('there is no server')
  await runScenario(testEnv, server)
}

/** No lost request and no cut connection across a switch; an unhealthy version gets no traffic. */
export async function switchTraffic(core: CoreEnvironment): Promise<void> {
  const testEnv = await joinInstance({ ...core, targets: [await core.startServer([node])] })
  await deployUnderLoad(testEnv, { isQuick: true })
}

export async function backup(core: CoreEnvironment): Promise<void> {
  const testEnv = await joinInstance({ ...core, targets: [await core.startServer([postgres])] })
  await backUpAndRestore(testEnv, core.s3)
}

/** From the setup link to a restore. It needs an instance without accounts, so it starts its own. */
export async function useBrowser({ report }: CoreEnvironment): Promise<void> {
  await runBrowserScenario(report)
}
