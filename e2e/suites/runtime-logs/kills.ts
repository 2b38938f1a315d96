/**
 * The worker is killed while containers print: every line is stored once. Containers that exit repeatedly are covered,
 * too.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { ContainerEvent, Page } from '@longshore/sdk'
import { isQuick } from '../../support/command-line.ts'
import type { App, DeployTestEnv } from '../../support/deploy-test-env.ts'
import { mustAsk } from '../../support/servers.ts'
import { type Printers, printerFiles, printerServices, Tally } from './printers.ts'
import { readLines } from './read-logs.ts'

const kills = isQuick ? 2 : 10
const printers: Printers = { containers: 3, perSecond: 200, seconds: isQuick ? 20 : 100, padding: 60 }
const startAfterSeconds = 12
const limitMs = 120_000

export async function proveKills(testEnv: DeployTestEnv): Promise<void> {
  const { report, instance } = testEnv
  const files = printerFiles(printers, startAfterSeconds)
  const app = await testEnv.createApp('steady', { files, services: printerServices(printers) })
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (deployment.status !== 'live') throw new Error(JSON.stringify(deployment.error))
  await untilPrinting(testEnv, app)
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(2_000 + Math.random() * 2_000)
    await instance.worker.stop('SIGKILL')
    await instance.startWorker()
  }
  const tally = await untilComplete(testEnv, app)
  report.figure('worker_kills', kills)
  report.figure('kept_lines', tally.received)
  report.expect(tally.shortfall === null, `each line is kept once: ${tally.shortfall}`)
  const crashed = await crashOne(testEnv, app)
  report.expect(crashed, 'a container that exits has its exit code, its restart and no line twice')
}

async function untilPrinting(testEnv: DeployTestEnv, app: App): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(250)) {
    const { items } = await mustAsk(testEnv, 'GET', `/environments/${app.environmentId}/logs?q=line%201%20&limit=10`)
    if (items.length > 0) return
  }
  throw new Error('nothing is printed')
}

async function untilComplete(testEnv: DeployTestEnv, app: App): Promise<Tally> {
  for (const deadline = Date.now() + limitMs; ; await delay(1_000)) {
    const tally = new Tally(printers)
    const lines = await readLines(testEnv, app)
    // Lines of one service are in order. Pages of several are sorted by time, which is rounded.
    for (let n = 0; n < printers.containers; n += 1)
      for (const line of lines) if (line.service === `printer-${n}`) tally.add(line)
    if (tally.isComplete || Date.now() > deadline) return tally
  }
}

/** Kills the container from outside, as the kernel would. Docker Engine restarts it automatically. */
async function crashOne(testEnv: DeployTestEnv, app: App): Promise<boolean> {
  const target = testEnv.servers[0]?.target
  const filter = [
    '--filter',
    'label=longshore.service=printer-0',
    '--filter',
    `label=longshore.environment=${app.environmentId}`,
  ]
  const id = (await target?.mustExec(['docker', 'ps', '--quiet', ...filter]))?.trim() ?? ''
  const pid = (await target?.mustExec(['docker', 'inspect', '--format', '{{.State.Pid}}', id]))?.trim() ?? ''
  await target?.mustExec(['kill', '-9', pid])
  const path = `/environments/${app.environmentId}/container-events?service=printer-0`
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(500)) {
    const { items } = await mustAsk<Page<ContainerEvent>>(testEnv, 'GET', path)
    const kinds = items.map((each: { kind: string }) => each.kind)
    const ready = await readLines(testEnv, app, '&service=printer-0&q=ready')
    const isThere = items.some((each: { exitCode: number | null }) => each.exitCode === 137)
    const printed = ready.filter((line) => line.stream === 'stdout').length
    // The line can arrive after the event.
    if (isThere && kinds.filter((kind: string) => kind === 'started').length === 2 && printed >= 2) return printed === 2
  }
  return false
}
