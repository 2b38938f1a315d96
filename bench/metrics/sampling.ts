/**
 * A real worker and a real server with many containers. It measures them every second instead of every fifteen: a round
 * costs the same, and there are enough of them to distinguish it from the worker's other work, which is measured first.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { createSqlClient, type SqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { loadAppImage } from '../../e2e/fixtures/app.ts'
import { type DeployTestEnv, startDeployTestEnv, webService } from '../../e2e/support/deploy-test-env.ts'
import { processorMs } from '../../e2e/support/processor-time.ts'
import type { Report } from '../../e2e/support/report.ts'
import { mustAsk } from '../../e2e/support/servers.ts'

export interface SamplingCost {
  containers: number
  /** Processor time of the worker and its ssh for one round over all containers. */
  roundCpuMs: number
  /** Share of one processor at the default interval. */
  cpuPercent: number
}

const rhythmSeconds = 15
const startedAtOnce = 10
const warmRounds = 8

export async function measureSampling(
  containers: number,
  { report, seconds }: { report: Report; seconds: number },
): Promise<SamplingCost> {
  await using testEnvironment = await startDeployTestEnv({
    report,
    baseImages: ['debian:bookworm-slim'],
    // Long enough that regular checks affect neither measurement.
    instance: {
      environment: { METRICS_INTERVAL_SECONDS: '0', SERVER_CHECK_SECONDS: '600', SERVER_RECONCILE_SECONDS: '600' },
    },
  })
  await using sql = createSqlClient(testEnvironment.instance.databaseUrl)
  const app = await testEnvironment.createApp('many', {
    files: [{ path: 'Dockerfile', content: 'FROM scratch\n' }],
    services: [webService()],
  })
  await startContainers(testEnvironment, { environmentId: app.environmentId, count: containers, sql })
  const idleMs = await cpuDuring(testEnvironment, seconds)
  const { instance } = testEnvironment
  Object.assign(instance.environment, { METRICS_INTERVAL_SECONDS: '1' })
  await instance.worker.stop()
  await instance.startWorker()
  // The first rounds also warm it up.
  while ((await countRounds(sql)) < warmRounds) await delay(200)
  const before = await countRounds(sql)
  const busyMs = await cpuDuring(testEnvironment, seconds)
  const rounds = (await countRounds(sql)) - before
  const found = await mustAsk<{ services: { containers: number }[] }>(
    testEnvironment,
    'GET',
    `/environments/${app.environmentId}/metrics?step=5`,
  )
  const roundCpuMs = Math.max(0, busyMs - idleMs) / rounds
  report.figure('rounds', rounds)
  return { containers: found.services[0]?.containers ?? 0, roundCpuMs, cpuPercent: roundCpuMs / (rhythmSeconds * 10) }
}

async function cpuDuring({ instance }: DeployTestEnv, seconds: number): Promise<number> {
  const before = await processorMs(instance.worker.processId)
  await delay(seconds * 1_000)
  return (await processorMs(instance.worker.processId)) - before
}

/** Labeled like a deployment, but without a role, so that the database doesn't expect them. */
async function startContainers(
  { servers }: DeployTestEnv,
  { environmentId, count, sql }: { environmentId: string; count: number; sql: SqlClient },
): Promise<void> {
  const target = servers[0]?.target
  if (target === undefined) throw new Error('one server was asked for')
  const image = await loadAppImage(target)
  const [instance] = await sql.query<{ id: string }>('select id from instance_identity')
  const labels = {
    'longshore.instance': instance?.id ?? '',
    'longshore.environment': environmentId,
    'longshore.service-id': 'svc_01k9z4q7xkf0n8v4w2t6m3c5ra',
    'longshore.service': 'web',
  }
  const args = Object.entries(labels).flatMap(([key, value]) => ['--label', `${key}=${value}`])
  for (let at = 0; at < count; at += startedAtOnce) {
    const slots = Array.from({ length: Math.min(startedAtOnce, count - at) }, (_, index) => at + index)
    const start = (slot: number) =>
      target.mustExec(['docker', 'run', '--detach', ...args, '--label', `longshore.slot=${slot}`, image], {
        deadlineMs: 120_000,
      })
    await Promise.all(slots.map(start))
  }
}

async function countRounds(sql: SqlClient): Promise<number> {
  const [row] = await sql.query<{ count: number }>('select count(*)::int as count from metric_rounds')
  return row?.count ?? 0
}
