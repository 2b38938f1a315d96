/**
 * Builds that fork, allocate, fill the disk, print forever or hang are stopped at their limits, and another app on the server
 * stays responsive.
 *
 * The quick form leaves out builds that wait for their time limit, and checks every response instead of a percentile.
 *
 * @tier all
 * @budget 240
 * @alone
 */

import { setTimeout as delay } from 'node:timers/promises'
import { parseAddressPolicy } from '@longshore/addresses'
import { createServerPool } from '@longshore/remote/ssh'
import { ensureBuildx } from '../fixtures/buildx.ts'
import type { Target } from '../fixtures/target.ts'
import { isChosen, isQuick, namesTopics } from '../support/command-line.ts'
import { type DeployTestEnv, nodeApp, startDeployTestEnv, webService } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { mustAsk } from '../support/servers.ts'
import { type GreedyBuild, greedyBuilds } from './build-limits/greedy-builds.ts'
import { type Asked, Neighbor } from './build-limits/neighbor.ts'
import { tryRegistry } from './build-limits/registry.ts'
import { freeBytes, giveSmallDisk } from './build-limits/small-disk.ts'

const report = new Report('build-limits')
const perSecond = 50
const mostTimes = isQuick ? Number.POSITIVE_INFINITY : 2
const slowestMs = isQuick ? 500 : Number.POSITIVE_INFINITY
const restMs = isQuick ? 4_000 : 15_000
const diskBytes = 6_000_000_000
const reserveBytes = 2_000_000_000
const timeSeconds = isQuick ? 60 : 30
const builds = greedyBuilds.filter(
  ({ name, code }) => isChosen(name) && (namesTopics || !isQuick || code !== 'build_timeout'),
)

{
  await using testEnv = await startDeployTestEnv({
    report,
    prepare: (target) => giveSmallDisk(target, diskBytes),
    instance: {
      environment: {
        SERVER_DISK_RESERVE_BYTES: String(reserveBytes),
        BUILD_TIMEOUT_SECONDS: String(timeSeconds),
        BUILD_OUTPUT_BYTES: '1000000',
        BUILD_PIDS: '200',
      },
    },
  })
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('there is no server')
  // Small enough that the build is stopped before this machine is affected.
  await mustAsk(testEnv, 'PATCH', `/servers/${server.id}`, { build: { memoryBytes: 400_000_000, cpus: 1 } })
  const neighbor = await deployNeighbor(testEnv)
  const rests: Asked[] = [await neighbor.during(delay(restMs), { perSecond, leastMs: restMs })]
  const ratios: number[] = []
  for (const build of builds) {
    const asked = await tryBuild(testEnv, neighbor, build)
    const rest = await neighbor.during(delay(restMs), { perSecond, leastMs: restMs })
    // The baseline is measured before and after, because the machine has other work as well.
    const usual = Math.max(rest.p99, rests.at(-1)?.p99 ?? 0)
    rests.push(rest)
    ratios.push(asked.p99 / usual)
    report.figure(`${build.name}P99`, asked.p99.toFixed(1))
    report.figure(`${build.name}Times`, (asked.p99 / usual).toFixed(2))
    report.expect(
      asked.p99 <= mostTimes * usual,
      `${build.name}: p99 ${asked.p99.toFixed(1)} ms, usually ${usual.toFixed(1)} ms`,
    )
    report.expectTime(asked.slowestMs <= slowestMs, `${build.name}: an answer took ${asked.slowestMs.toFixed(0)} ms`)
    report.expect(asked.failed === 0, `${build.name}: ${asked.failed} of ${asked.requests} requests failed`)
  }
  report.figure('usualP99', Math.max(...rests.map(({ p99 }) => p99)).toFixed(1))
  report.figure('builds', builds.length)
  if (!namesTopics) await askRegistry(server.target)
}
report.finish()

/** Uses a separate connection, as the worker does. */
async function askRegistry(target: Target): Promise<void> {
  await using pool = createServerPool({ allow: parseAddressPolicy('127.0.0.1:1024-65535') })
  const { port, keys } = target
  const hostKeys = await target.readHostKeys()
  const loadKey = async () => ({ privateKey: keys.root.privateKey })
  const reached = { id: 'registry', host: '127.0.0.1', port, username: 'root', hostKeys, loadKey }
  const buildx = await ensureBuildx()
  await pool.use(reached, (connection) => tryRegistry(report, target, { connection, buildx }), { deadlineMs: 30_000 })
}

async function deployNeighbor(testEnv: DeployTestEnv): Promise<Neighbor> {
  const app = await testEnv.createApp('neighbour', { files: nodeApp('here'), services: [webService()] })
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (deployment.status !== 'live')
    throw new Error(`the neighbour is ${deployment.status}: ${JSON.stringify(deployment.error)}`)
  const environment = await mustAsk<{ domains: [{ hostname: string }] }>(
    testEnv,
    'GET',
    `/environments/${app.environmentId}`,
  )
  const [domain] = environment.domains
  return new Neighbor({ port: testEnv.servers[0]?.target.published.get(80) ?? 0, hostname: domain.hostname })
}

async function tryBuild(testEnv: DeployTestEnv, neighbor: Neighbor, build: GreedyBuild): Promise<Asked> {
  const { name, files, code, trace } = build
  const app = await testEnv.createApp(name, { files, services: [webService()] })
  const began = performance.now()
  const ending = testEnv.deploy(app).then((id) => testEnv.waitFor(app, id))
  const asked = await neighbor.during(ending, { perSecond, leastMs: 1_000 })
  const deployment = await ending
  report.figure(`${name}Seconds`, ((performance.now() - began) / 1_000).toFixed(1))
  const { status, error } = deployment
  report.expect(
    status === 'failed' && error?.code === code,
    `${name} ended ${status}, ${error?.code}: ${error?.detail}`,
  )
  await expectNothingLeft(testEnv, name, trace)
  return asked
}

async function expectNothingLeft(testEnv: DeployTestEnv, name: string, trace: string): Promise<void> {
  const [server] = testEnv.servers
  if (server === undefined) return
  for (const deadline = Date.now() + 10_000; ; await delay(200)) {
    const processes = await server.target.mustExec(['ps', 'axo', 'args'])
    const isGone = !processes.split('\n').some((line) => line.includes(trace))
    const free = await freeBytes(server.target)
    if (isGone && free > reserveBytes) return
    if (Date.now() < deadline) continue
    report.expect(isGone, `${name}: processes of the build are left`)
    report.expect(free > reserveBytes, `${name}: ${free} bytes are free`)
    return
  }
}
