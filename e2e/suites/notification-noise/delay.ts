/** A deployment with only dead channels takes as long as one without channels. */

import type { Connector } from '@longshore/sdk'
import type { AlertTestEnv } from '../../support/alerts/alerts.ts'
import { isQuick } from '../../support/command-line.ts'
import { type App, type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'
import { median } from '../../support/statistics.ts'
import { createConnector } from './audience.ts'
import { type DeadEnd, type DeadEnds, openDeadEnds } from './dead-ends.ts'

/** Number of deployments in each group, with and without dead channels. */
const runs = isQuick ? 3 : 12
const mayBeLonger = 1.05
const ofEach = 3
const kinds: readonly DeadEnd[] = ['refused', 'hole', 'broken']
const events = ['deployment_started', 'deployment_succeeded', 'deployment_failed', 'deployment_cancelled']
const settlesWithinMs = 60_000

interface Scene {
  app: App
  ends: DeadEnds
}

export async function proveNoDelay(testEnv: DeployTestEnv & AlertTestEnv): Promise<void> {
  const { report } = testEnv
  await using ends = await openDeadEnds()
  const app = await testEnv.createApp('timed', { files: nodeApp('timed'), services: [webService()] })
  // The first deployment builds the image and warms up.
  await timeDeployment(testEnv, app)
  const without: number[] = []
  const dead: number[] = []
  // The groups alternate, and take turns in being first, so that other load on the machine affects both.
  for (let run = 0; run < runs; run += 1) {
    const measure = [
      async () => void without.push(await timeBeside(testEnv, { app, ends }, false)),
      async () => void dead.push(await timeBeside(testEnv, { app, ends }, true)),
    ]
    for (const each of run % 2 === 0 ? measure : measure.reverse()) await each()
  }
  const ratio = median(dead) / median(without)
  report.figure('runs', runs)
  report.figure('without_ms', Math.round(median(without)))
  report.figure('dead_ms', Math.round(median(dead)))
  report.figure('ratio', ratio.toFixed(3))
  // A few runs differ by a tenth by chance. Waiting for a dead channel would take several times as long as the
  // deployment.
  const bar = isQuick ? 2 : mayBeLonger
  report.expect(ratio <= bar, `with dead connectors ${dead}, without ${without} ms`)
  const wanted = runs * ofEach
  report.expect(ends.tries.hole >= wanted, `the black hole saw ${ends.tries.hole} tries, not ${wanted}`)
  report.expect(ends.tries.broken >= wanted, `the broken one saw ${ends.tries.broken} tries, not ${wanted}`)
}

/**
 * Creates new channels each time, so that no circuit breaker skips them. Both groups create them, so that only the
 * links differ.
 */
async function timeBeside(testEnv: DeployTestEnv & AlertTestEnv, scene: Scene, isLinked: boolean): Promise<number> {
  const { app, ends } = scene
  const ids: string[] = []
  for (const kind of kinds)
    for (let index = 0; index < ofEach; index += 1) {
      const config = { url: ends.urls[kind] }
      const made = await createConnector(testEnv, { kind: 'webhook', name: `${kind} ${index}`, config, events: [] })
      ids.push(made.id)
    }
  const links = isLinked ? ids.map((connectorId) => ({ connectorId, events })) : []
  await mustAsk(testEnv, 'PUT', `/notification-connectors/project/${app.projectId}`, { links })
  const tookMs = await timeDeployment(testEnv, app)
  if (isLinked) await untilAllTried(testEnv, ids)
  for (const id of ids) await mustAsk(testEnv, 'DELETE', `/notification-connectors/${id}`)
  return tookMs
}

/** Time from the request until the deployment is live, by the database's clock. */
async function timeDeployment(testEnv: DeployTestEnv & AlertTestEnv, app: App): Promise<number> {
  const { status, error, createdAt, finishedAt } = await testEnv.waitFor(app, await testEnv.deploy(app))
  testEnv.report.expect(status === 'live', `it became ${status}: ${JSON.stringify(error)}`)
  // Remaining work must not delay the next deployment.
  await eventually(
    'deployments are over',
    async () => {
      const left = await testEnv.sql.query(`select 1 from workflow_runs where kind = 'deploy' and finished_at is null`)
      return left.length === 0
    },
    { withinMs: settlesWithinMs },
  )
  return Date.parse(String(finishedAt)) - Date.parse(createdAt)
}

async function untilAllTried(testEnv: DeployTestEnv & AlertTestEnv, ids: readonly string[]): Promise<void> {
  const isTried = async (id: string) => {
    const connector = await mustAsk<Connector>(testEnv, 'GET', `/notification-connectors/${id}`)
    return connector.retryAt !== null || connector.failingSince !== null || connector.reason !== null
  }
  for (const id of ids) await eventually(`connector ${id} was tried`, () => isTried(id), { withinMs: settlesWithinMs })
}
