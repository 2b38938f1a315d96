/** An app with a known resource usage: its metrics must match what the kernel counted on the server in the same time. */
import { setTimeout as delay } from 'node:timers/promises'
import type { EnvironmentMetrics, Server, ServerMetrics } from '@longshore/sdk'
import type { AlertTestEnv } from '../../support/alerts/alerts.ts'
import { type App, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'

type MeasuredService = EnvironmentMetrics['services'][number]

/** Uses a third of a CPU and some memory, forever. */
const busy = `
const held = Buffer.alloc(64 << 20, 1)
setInterval(() => { const until = Date.now() + 60; while (Date.now() < until) held[0] ^= 1 }, 200)
`
const watchedMs = 12_000
const waitMs = 30_000

export async function proveLines(testEnv: AlertTestEnv): Promise<void> {
  const { report } = testEnv
  const app = await testEnv.createApp('busy', { files: busyApp(), services: [webService()] })
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (!report.expect(deployment.status === 'live', `the busy app became ${deployment.status}`)) return
  await waitForLines(testEnv, app, (services) => services.length > 0)
  const from = new Date().toISOString()
  const before = await countedCpu(testEnv)
  await delay(watchedMs)
  const after = await countedCpu(testEnv)
  const used = (after.cpuNs - before.cpuNs) / ((after.atMs - before.atMs) * 1e6)
  const [web] = await waitForLines(
    testEnv,
    app,
    (services) => valuesOf(services[0]?.metrics.cpuCores).length >= 4,
    `&from=${from}`,
  )
  if (web === undefined) throw new Error('the busy app has no metrics')
  const cpu = mean(valuesOf(web.metrics.cpuCores))
  report.figure('cpu_cores', cpu.toFixed(3))
  report.figure('cpu_cores_kernel', used.toFixed(3))
  report.expect(Math.abs(cpu - used) <= 0.15 * used + 0.02, `cpu ${cpu}, the kernel counted ${used}`)
  const memory = mean(valuesOf(web.metrics.memoryBytes))
  report.expect(memory > 64e6 && memory < 400e6, `memory ${memory} of an app that holds 64 MiB`)
  report.expect(mean(valuesOf(web.metrics.pids)) >= 1, 'no process was counted')
  await proveServer(testEnv)
}

async function proveServer(testEnv: AlertTestEnv): Promise<void> {
  const { report, servers } = testEnv
  const id = servers[0]?.id ?? ''
  const { metrics }: ServerMetrics = await mustAsk(testEnv, 'GET', `/servers/${id}/metrics?step=5`)
  const { resources }: Server = await mustAsk(testEnv, 'GET', `/servers/${id}`)
  const last = (name: keyof ServerMetrics['metrics']) => valuesOf(metrics[name]).at(-1) ?? Number.NaN
  report.expect(
    last('cpuCores') > 0 && last('cpuCores') <= last('cpus'),
    `the server uses ${last('cpuCores')} processors`,
  )
  report.expect(last('memoryBytes') === resources?.memoryBytes, 'the memory of the server is not what its facts say')
  report.expect(last('memoryUsedBytes') > 0 && last('memoryUsedBytes') < last('memoryBytes'), 'no memory is in use')
  report.expect(
    last('diskBytes') === resources?.diskBytes,
    `the disk has ${last('diskBytes')} of ${resources?.diskBytes}`,
  )
  report.expect(last('networkSentBytesPerSecond') > 0, 'an answering server sent nothing')
}

function busyApp() {
  return nodeApp('busy').map((file) =>
    file.path === 'server.mjs' ? { ...file, content: `${file.content}${busy}` } : file,
  )
}

async function countedCpu(testEnv: AlertTestEnv): Promise<{ cpuNs: number; atMs: number }> {
  const target = testEnv.servers[0]?.target
  const id = (
    await target?.mustExec(['docker', 'ps', '--quiet', '--no-trunc', '--filter', 'label=longshore.role=app'])
  )?.trim()
  const found = await target?.mustExec([
    'find',
    '/sys/fs/cgroup',
    '-path',
    `*${id}/cpuacct.usage`,
    '-o',
    '-path',
    `*${id}/cpu.stat`,
  ])
  const files = found?.trim().split('\n') ?? []
  const usage = files.find((file) => file.endsWith('cpuacct.usage'))
  const atMs = performance.now()
  if (usage !== undefined) return { cpuNs: Number(await target?.mustExec(['cat', usage])), atMs }
  const text = (await target?.mustExec(['cat', files[0] ?? ''])) ?? ''
  return { cpuNs: Number(/usage_usec (\d+)/.exec(text)?.[1]) * 1_000, atMs }
}

async function waitForLines(
  testEnv: AlertTestEnv,
  app: App,
  holds: (services: MeasuredService[]) => boolean,
  more = '',
): Promise<MeasuredService[]> {
  const path = `/environments/${app.environmentId}/metrics?step=5${more}`
  const read = async () => {
    const { services }: EnvironmentMetrics = await mustAsk(testEnv, 'GET', path)
    return services
  }
  return await eventually('the metrics have lines', read, { holds, withinMs: waitMs, everyMs: 500 })
}

function valuesOf(line: { values: (number | null)[] } | undefined): number[] {
  return (line?.values ?? []).filter((each) => each !== null)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length
}
