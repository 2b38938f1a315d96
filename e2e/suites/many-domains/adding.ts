/** Adds one hostname after another while others are visited: with Longshore's proxy table, and with plain reloads. */

import { setTimeout as delay } from 'node:timers/promises'
import { isQuick } from '../../support/command-line.ts'
import { percentile } from '../../support/report.ts'
import { loadUntilServed, type Served } from './served.ts'
import { call, configurationOf, type DomainsTestEnv, hostnameOf, plainConfigurationOf } from './test-env.ts'
import { startVisits, type Visited } from './visits.ts'

const size = isQuick ? { hostnames: 100, more: 5 } : { hostnames: 500, more: 20 }
const wantedMs = 300
const pauseMs = 400

interface Outcome extends Visited {
  readonly served: readonly Served[]
}

export async function addUnderLoad(testEnv: DomainsTestEnv): Promise<void> {
  const { report, runtime, dial } = testEnv
  await runtime.loadConfiguration({ json: configurationOf(size.hostnames), version: 1 }, call)
  const ours = await add(testEnv, 2, (count) => configurationOf(count))
  reportOutcome(testEnv, 'table', ours)
  await runtime.loadConfiguration({ json: plainConfigurationOf(size.hostnames, dial), version: 1_000 }, call)
  reportOutcome(testEnv, 'reload', await add(testEnv, 1_001, (count) => plainConfigurationOf(count, dial)))
  report.expect(ours.failed === 0, `others lost ${ours.failed} of ${ours.requests} requests: ${ours.failures}`)
  report.expect(ours.cutSockets === 0, `${ours.cutSockets} WebSockets were cut`)
  const medianMs = medianOf(ours.served.map(({ servedMs }) => servedMs))
  // A few samples on a busy machine aren't significant.
  if (!isQuick) report.expect(medianMs < wantedMs, `one hostname more took ${medianMs} ms`)
}

async function add(testEnv: DomainsTestEnv, version: number, compile: (count: number) => string): Promise<Outcome> {
  const visits = startVisits(
    testEnv.target,
    Array.from({ length: size.hostnames }, (_, index) => hostnameOf(index)),
  )
  const served: Served[] = []
  await delay(pauseMs)
  for (let index = 0; index < size.more; index += 1) {
    const count = size.hostnames + index + 1
    served.push(
      await loadUntilServed(testEnv, { json: compile(count), version: version + index }, hostnameOf(count - 1)),
    )
    await delay(pauseMs)
  }
  return { served, ...(await visits.end()) }
}

function reportOutcome({ report }: DomainsTestEnv, name: string, { served, ...visited }: Outcome): void {
  const servedMs = served.map((each) => each.servedMs)
  report.figure('hostnames', size.hostnames)
  report.figure(`${name}_added`, served.length)
  report.figure(`${name}_load_ms`, medianOf(served.map(({ loadMs }) => loadMs)))
  report.figure(`${name}_served_ms`, medianOf(servedMs))
  report.figure(`${name}_served_worst_ms`, Math.round(Math.max(...servedMs)))
  report.figure(`${name}_requests`, visited.requests)
  report.figure(`${name}_failed`, visited.failed)
  report.figure(`${name}_sockets_cut`, visited.cutSockets)
}

function medianOf(values: readonly number[]): number {
  return Math.round(percentile(values, 0.5))
}
