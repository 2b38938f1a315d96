/** One schedule from its seed to the verdict. */
import { checkHistory } from './check-history.ts'
import type { Fault } from './faults.ts'
import type { Plant } from './seeded-defects.ts'
import { Scenario } from './scenario.ts'
import { World } from './simulation.ts'

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
  /** How many runs of each kind there were. */
  readonly runs: Readonly<Record<string, number>>
  readonly held: number
  /** Runs that waited for each other. */
  readonly stuck: number
  readonly trace: readonly string[]
}

interface SeedOptions {
  readonly isTraced?: boolean
  readonly plant?: Plant
  readonly planned?: readonly Fault[]
  readonly hasOneRelease?: boolean
}

const limitMs = 18 * 3_600_000
const afterwardsMs = 300_000

export async function runSeed(seed: number, options: SeedOptions = {}): Promise<Verdict> {
  const { isTraced = false, plant = null, planned, hasOneRelease = false } = options
  const world = new World(seed, {
    isTraced,
    mostFaults: 6,
    plant,
    hasOneRelease,
    ...(planned === undefined ? {} : { planned }),
  })
  const scenario = new Scenario(world)
  // Without a worker that was replaced nothing may be left, and the look at the server would only hide it.
  if (world.faults.hasStaleWorker) world.time.every(60_000, () => world.sweep())
  const isSettled = () => scenario.isOver && world.runs.runs.all().every((run) => run.finished_at !== null)
  await world.time.runUntil(isSettled, limitMs)
  // Workers that were replaced without knowing it go on for a while: what they do then must not matter either.
  await world.time.runUntil(() => false, afterwardsMs)
  const all = world.runs.runs.all()
  const effects = [...world.servers.values()].flatMap((server) => server.effects)
  return {
    seed,
    broken: checkHistory(world),
    deployments: world.rows.deployments.all().length,
    faults: world.faults.happened.length,
    kinds: world.faults.happened.map((fault) => fault.kind),
    statuses: world.rows.deployments.all().map((each) => each.status),
    refused: effects.filter((effect) => effect.kind === 'refused').length,
    calls: world.faults.calls,
    tidied: world.tidied,
    runs: countBy(all.map((run) => run.kind)),
    held: all.filter((run) => run.held_by !== null).length,
    stuck: world.stuck.length,
    trace: world.trace,
  }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
