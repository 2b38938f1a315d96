/** Interleaved rounds: other work on the machine and its drift affect all proxies alike. */
import { percentile } from '../../e2e/support/report.ts'
import { runLoad } from './processes.ts'
import type { Programs } from './programs.ts'
import type { RunningProxy, Side } from './start-proxies.ts'

export interface Timings {
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Sample extends Timings {
  /** Processor time of the proxy for one request. */
  readonly cpuUs: number
}

export type Samples = Record<Side, Sample[]>

interface Rounds {
  readonly programs: Programs
  readonly proxies: readonly RunningProxy[]
  readonly rounds: number
  readonly seconds: number
}

/** The first round warms up and isn't counted. Each round starts with another proxy. */
export async function measureRounds(
  { programs, proxies, rounds, seconds }: Rounds,
  argsFor: (proxy: RunningProxy) => readonly string[],
): Promise<Samples> {
  const samples: Samples = { ours: [], caddy: [], nginx: [] }
  for (let round = -1; round < rounds; round += 1) {
    const first = (round + 1) % proxies.length
    for (const proxy of [...proxies.slice(first), ...proxies.slice(0, first)]) {
      const before = proxy.cpuMs()
      const args = [...argsFor(proxy), '--duration', `${seconds}s`]
      const timings = await runLoad<Timings>(programs.load, args, seconds)
      const cpuUs = ((proxy.cpuMs() - before) * 1_000) / timings.requests
      if (round >= 0) samples[proxy.side].push({ ...timings, cpuUs })
    }
  }
  return samples
}

export function medianOf(samples: readonly Sample[], key: keyof Sample): number {
  return percentile(
    samples.map((sample) => sample[key]),
    0.5,
  )
}

/** The median of the ratios of each round, because rounds are what had the same conditions. */
export function ratioOf(samples: Samples, key: keyof Sample, other: Side): number {
  const ratios = samples.ours.map((sample, round) => sample[key] / (samples[other][round]?.[key] ?? Number.NaN))
  return percentile(ratios, 0.5)
}
