/** The environment of all races: two workers behind a balancer, one app on one server, and the checks afterwards. */

import type { Deployment } from '@longshore/sdk'
import { becomesTrue } from '../../support/eventually.ts'
import { freePorts } from '../../support/free-ports.ts'
import type { Random } from '../../support/random.ts'
import {
  asker,
  finalStatuses,
  killableWorker,
  openRecoveryTestEnv,
  type RecoveryTestEnv,
  readDeployment,
} from '../../support/recovery-test-env.ts'
import type { Report } from '../../support/report.ts'
import { ServerProcess } from '../../support/server-process.ts'
import { findDifferences } from '../../support/target-truth.ts'
import { TcpBalancer } from '../../support/tcp-balancer.ts'

export interface Races {
  readonly testEnv: RecoveryTestEnv
  readonly report: Report
  readonly random: Random
  readonly workers: readonly ServerProcess[]
}

const service = {
  name: 'web',
  kind: 'web',
  source: { builder: 'dockerfile' },
  port: 8080,
  healthCheck: { type: 'http', path: '/', intervalSeconds: 1, timeoutSeconds: 2, retries: 20, startPeriodSeconds: 0 },
  releaseCommand: ['node', 'release.js'],
  drainSeconds: 0,
  stabilitySeconds: 1,
}

export async function openRaces(report: Report, random: Random): Promise<Races & AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const balancer = stack.use(await TcpBalancer.start())
  const [first = 0, port = 0, metrics = 0] = await freePorts(3)
  balancer.add(first)
  const settings = { WORKER_URL: balancer.url, WORKER_PORT: String(first) }
  const testEnv = stack.use(await openRecoveryTestEnv({ services: [service], environment: settings }))
  const { environment, worker } = testEnv.instance
  const own = {
    WORKER_PORT: String(port),
    WORKER_METRICS_PORT: String(metrics),
    LINK_SOCKET: `${environment.LINK_SOCKET}.second`,
  }
  const second = stack.use(
    new ServerProcess({ command: 'worker', environment: { ...environment, ...own }, main: killableWorker }),
  )
  balancer.add(port)
  await second.start(async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).ok)
  const moved = stack.move()
  return { testEnv, report, random, workers: [worker, second], [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

export async function untilOver(testEnv: RecoveryTestEnv, id: string, withinMs = 180_000): Promise<Deployment> {
  let deployment: Deployment | undefined
  const isOver = async () => {
    deployment = await readDeployment(testEnv, id)
    return finalStatuses.has(deployment.status)
  }
  if (!(await becomesTrue(isOver, { withinMs })) || deployment === undefined)
    throw new Error(`deployment stays ${deployment?.status} in ${deployment?.step}`)
  return deployment
}

/** Waits for a while: a replaced worker may have left something, which the periodic check finds. */
export async function expectSettled({ testEnv, report }: Races, what: string): Promise<void> {
  let differences: string[] = []
  const isSettled = async () => {
    differences = await findDifferences(testEnv)
    return differences.length === 0
  }
  report.expect(await becomesTrue(isSettled, { withinMs: 60_000, everyMs: 500 }), `${what}: ${differences.join('; ')}`)
}

export function deploymentsOf(testEnv: RecoveryTestEnv): { ask: ReturnType<typeof asker>; path: string } {
  return { ask: asker(testEnv.instance, testEnv.me), path: `/environments/${testEnv.environmentId}/deployments` }
}
