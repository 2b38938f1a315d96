/** Runs one schedule from its seed to the verdict. */
import { checkHistory } from './check-history.ts'
import type { Fault } from './faults.ts'
import { Scenario } from './scenario.ts'
import type { SeededDefect } from './seeded-defects.ts'
import { Simulation } from './simulation.ts'

export interface Verdict {
  readonly seed: number
  readonly broken: string[]
  readonly deployments: number
  readonly faults: number
  readonly kinds: readonly string[]
  readonly statuses: readonly string[]
  readonly refused: number
  readonly calls: number
  readonly tidied: number
  /** Number of runs of each kind. */
  readonly runs: Readonly<Record<string, number>>
  readonly held: number
  /** Runs that waited for each other. */
  readonly stuck: number
  readonly trace: readonly string[]
}

interface SeedOptions {
  readonly isTraced?: boolean
  readonly defect?: SeededDefect
  readonly planned?: readonly Fault[]
  readonly hasOneRelease?: boolean
}

const limitMs = 18 * 3_600_000
const afterwardsMs = 300_000

export async function runSeed(seed: number, options: SeedOptions = {}): Promise<Verdict> {
  const { isTraced = false, defect = null, planned, hasOneRelease = false } = options
  const simulation = new Simulation(seed, {
    isTraced,
    mostFaults: 6,
    defect,
    hasOneRelease,
    ...(planned === undefined ? {} : { planned }),
  })
  const scenario = new Scenario(simulation)
  // Without a replaced worker nothing may be left, and the periodic server check would only hide it.
  if (simulation.faults.hasStaleWorker) simulation.time.every(60_000, () => simulation.sweep())
  const isSettled = () => scenario.isOver && simulation.runs.runs.all().every((run) => run.finished_at !== null)
  await simulation.time.runUntil(isSettled, limitMs)
  // Workers that were replaced without knowing it continue for a while. Their actions must not matter either.
  await simulation.time.runUntil(() => false, afterwardsMs)
  const all = simulation.runs.runs.all()
  const effects = [...simulation.servers.values()].flatMap((server) => server.effects)
  return {
    seed,
    broken: checkHistory(simulation),
    deployments: simulation.rows.deployments.all().length,
    faults: simulation.faults.happened.length,
    kinds: simulation.faults.happened.map((fault) => fault.kind),
    statuses: simulation.rows.deployments.all().map((each) => each.status),
    refused: effects.filter((effect) => effect.kind === 'refused').length,
    calls: simulation.faults.calls,
    tidied: simulation.tidied,
    runs: countBy(all.map((run) => run.kind)),
    held: all.filter((run) => run.held_by !== null).length,
    stuck: simulation.stuck.length,
    trace: simulation.trace,
  }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
