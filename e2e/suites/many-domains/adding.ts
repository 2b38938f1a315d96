/** One hostname more, again and again, while others are visited: by our table, and by plain reloads. */
import { setTimeout as delay } from 'node:timers/promises'
import { isQuick, percentile } from '../../support/report.ts'
import { Load, type Protocol } from '../zero-downtime/load.ts'
import { EchoingSocket } from '../zero-downtime/long-lived.ts'
import { entryOf } from '../zero-downtime/world.ts'
import { loadUntilServed, type Served } from './served.ts'
import { call, configurationOf, type DomainsWorld, hostnameOf, plainConfigurationOf } from './world.ts'

const size = isQuick ? { hostnames: 100, more: 5 } : { hostnames: 500, more: 20 }
const wantedMs = 300
const pauseMs = 400
const sockets = 5
/** Each of them twice a second: 50 requests a second over 25 hostnames. */
const visitors: readonly Protocol[] = ['http', 'http-close', 'https', 'h2', 'http-close']
const visited = 25

interface Outcome {
  readonly served: readonly Served[]
  readonly requests: number
  readonly failed: number
  readonly failures: string
  readonly cutSockets: number
}

export async function addUnderLoad(world: DomainsWorld): Promise<void> {
  const { report, runtime, dial } = world
  await runtime.loadConfiguration({ json: configurationOf(size.hostnames), version: 1 }, call)
  const ours = await add(world, 2, (count) => configurationOf(count))
  tell(world, 'table', ours)
  await runtime.loadConfiguration({ json: plainConfigurationOf(size.hostnames, dial), version: 1_000 }, call)
  tell(world, 'reload', await add(world, 1_001, (count) => plainConfigurationOf(count, dial)))
  report.expect(ours.failed === 0, `others lost ${ours.failed} of ${ours.requests} requests: ${ours.failures}`)
  report.expect(ours.cutSockets === 0, `${ours.cutSockets} WebSockets were cut`)
  const medianMs = percentile(
    ours.served.map(({ servedMs }) => servedMs),
    0.5,
  )
  // A few times on a machine with other work say little.
  if (!isQuick) report.expect(medianMs < wantedMs, `one hostname more took ${Math.round(medianMs)} ms`)
}

async function add(world: DomainsWorld, version: number, compile: (count: number) => string): Promise<Outcome> {
  const { target } = world
  const entryAt = (index: number) => entryOf(target, hostnameOf(Math.floor((index * size.hostnames) / visited)))
  const loads = Array.from(
    { length: visited },
    (_, index) => new Load({ entry: entryAt(index), protocol: visitors[index % visitors.length] ?? 'http', rate: 2 }),
  )
  const echoes = Array.from({ length: sockets }, (_, index) => new EchoingSocket(entryAt(index)))
  const served: Served[] = []
  await delay(pauseMs)
  for (let index = 0; index < size.more; index += 1) {
    const count = size.hostnames + index + 1
    served.push(await loadUntilServed(world, { json: compile(count), version: version + index }, hostnameOf(count - 1)))
    await delay(pauseMs)
  }
  const results = await Promise.all(loads.map((load) => load.end()))
  const ends = await Promise.all(echoes.map((echo) => echo.end()))
  const sum = (name: 'requests' | 'failed') => results.reduce((total, each) => total + each[name], 0)
  const failures = results.filter(({ failed }) => failed > 0).map((each) => JSON.stringify(each.failures))
  return {
    served,
    requests: sum('requests'),
    failed: sum('failed'),
    failures: failures.slice(0, 5).join(', '),
    cutSockets: ends.filter((end) => end !== null).length,
  }
}

function tell({ report }: DomainsWorld, name: string, { served, ...outcome }: Outcome): void {
  const ms = (key: keyof Served, share: number) =>
    Math.round(
      percentile(
        served.map((each) => each[key]),
        share,
      ),
    )
  report.figure('hostnames', size.hostnames)
  report.figure(`${name}_added`, served.length)
  report.figure(`${name}_load_ms`, ms('loadMs', 0.5))
  report.figure(`${name}_served_ms`, ms('servedMs', 0.5))
  report.figure(`${name}_served_worst_ms`, ms('servedMs', 1))
  report.figure(`${name}_requests`, outcome.requests)
  report.figure(`${name}_failed`, outcome.failed)
  report.figure(`${name}_sockets_cut`, outcome.cutSockets)
}
