/** Requests and handshakes per second, and the time of a response at a fixed rate. */
import { isQuick } from '../../e2e/support/command-line.ts'
import type { Report } from '../../e2e/support/report.ts'
import type { Programs } from './programs.ts'
import { measureRounds, medianOf, ratioOf, type Sample, type Samples } from './rounds.ts'
import { type RunningProxy, type Side, sides } from './start-proxies.ts'
import type { Table } from './table.ts'

export interface SpeedContext {
  readonly report: Report
  readonly table: Table
  readonly programs: Programs
  readonly proxies: readonly RunningProxy[]
}

/** Many short rounds: the median of eleven ratios survives a few that other work disturbed. */
const rounds = isQuick ? 11 : 15
const latencyRounds = isQuick ? 5 : 11
const connections = 64
/** Handshakes take long enough that more connections only wait for each other. */
const handshakesAtOnce = 16
/**
 * CPU time is what the proxy itself costs, whatever else runs on the machine. The quick form has short rounds, so it only
 * guards against regressions.
 */
const mostCpu = isQuick ? 1.2 : 1.1
/** Rates and times depend on other work as well, so only the full form, alone on a machine, has to reach them. */
const lowestRate = 0.9
const highestP99 = 1.1

export async function measureThroughput(context: SpeedContext): Promise<void> {
  for (const isTls of [false, true]) {
    const samples = await measureRounds({ ...context, rounds, seconds: isQuick ? 0.5 : 3 }, (proxy) => [
      'throughput',
      ...aim(proxy, isTls),
      ...['--connections', String(connections)],
    ])
    const prefix = isTls ? 'tls_' : ''
    show(context, samples, {
      key: 'perSecond',
      name: `${prefix}rps`,
      what: `Requests per second, HTTP${isTls ? 'S' : ''}`,
    })
    show(context, samples, {
      key: 'cpuUs',
      name: `${prefix}cpu_us`,
      what: `CPU time per request, HTTP${isTls ? 'S' : ''} (µs)`,
    })
    judge(context, samples, `${prefix}rps`)
  }
}

/** At half of what bare Caddy can do, so that no queue grows. */
export async function measureLatency(context: SpeedContext): Promise<void> {
  const common = ['--connections', String(connections)]
  const bare = context.proxies.filter(({ side }) => side === 'caddy')
  const most = await measureRounds({ ...context, proxies: bare, rounds: 1, seconds: 1 }, (proxy) => [
    'throughput',
    ...aim(proxy, true),
    ...common,
  ])
  const rate = Math.round(medianOf(most.caddy, 'perSecond') / 2)
  context.report.figure('latency_rps', rate)
  const samples = await measureRounds({ ...context, rounds: latencyRounds, seconds: isQuick ? 1 : 4 }, (proxy) => [
    'latency',
    ...aim(proxy, true),
    ...common,
    ...['--rate', String(rate)],
  ])
  show(context, samples, { key: 'p50Ms', name: 'p50', what: 'Response time, median (ms)', digits: 2 })
  show(context, samples, { key: 'p99Ms', name: 'p99', what: 'Response time, 99th percentile (ms)', digits: 2 })
  const ratio = ratioOf(samples, 'p99Ms', 'caddy')
  context.report.expectTime(ratio <= highestP99, `p99: ${ratio.toFixed(2)} of bare Caddy, wanted ${highestP99}`)
}

export async function measureHandshakes(context: SpeedContext): Promise<void> {
  const samples = await measureRounds({ ...context, rounds, seconds: isQuick ? 0.5 : 2 }, (proxy) => [
    'handshakes',
    ...aim(proxy, true),
    ...['--connections', String(handshakesAtOnce)],
  ])
  show(context, samples, { key: 'perSecond', name: 'handshake', what: 'TLS handshakes per second' })
  show(context, samples, { key: 'cpuUs', name: 'handshake_cpu_us', what: 'CPU time per TLS handshake (µs)' })
  judge(context, samples, 'handshakes')
}

function judge({ report }: SpeedContext, samples: Samples, name: string): void {
  const cpu = ratioOf(samples, 'cpuUs', 'caddy')
  report.expect(cpu <= mostCpu, `${name}: ${cpu.toFixed(2)} of the CPU time of bare Caddy, wanted ${mostCpu}`)
  const rate = ratioOf(samples, 'perSecond', 'caddy')
  report.expectTime(rate >= lowestRate, `${name}: ${rate.toFixed(2)} of bare Caddy, wanted ${lowestRate}`)
}

function aim({ target, secureTarget }: RunningProxy, isTls: boolean): string[] {
  return isTls ? ['--target', secureTarget, '--tls'] : ['--target', target]
}

function show(
  { report, table }: SpeedContext,
  samples: Samples,
  { key, name, what, digits = 0 }: { key: keyof Sample; name: string; what: string; digits?: number },
): void {
  const values = sides.map((side) => medianOf(samples[side], key))
  for (const [index, side] of sides.entries()) report.figure(`${name}_${side}`, (values[index] ?? 0).toFixed(digits))
  const ratio = ratioOf(samples, key, 'caddy')
  report.figure(`${name}_ratio`, ratio.toFixed(2))
  table.add(what, { values, digits, toCaddy: ratio, toNginx: ratioOf(samples, key, 'nginx') })
  const each = samples.ours.map((sample, round) => (sample[key] / (samples.caddy[round]?.[key] ?? 0)).toFixed(2))
  const least = (side: Side) => Math.min(...samples[side].map((sample) => sample[key])).toFixed(digits)
  console.error(
    `    ${name}: ours to Caddy in each round: ${each.join(' ')}; least ${least('ours')} and ${least('caddy')}`,
  )
}
