/** One schedule from its seed to the verdict. */
import { checkHistory } from './check-history.ts'
import type { Fault } from './faults.ts'
import type { Plant } from './plants.ts'
import { Scenario } from './scenario.ts'
import { World } from './world.ts'

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
  readonly trace: readonly string[]
}

interface SeedOptions {
  readonly isTraced?: boolean
  readonly plant?: Plant
  readonly planned?: readonly Fault[]
}

const limitMs = 6 * 3_600_000
const afterwardsMs = 300_000

export async function runSeed(seed: number, options: SeedOptions = {}): Promise<Verdict> {
  const { isTraced = false, plant = null, planned } = options
  const world = new World(seed, { isTraced, mostFaults: 6, plant, ...(planned === undefined ? {} : { planned }) })
  const scenario = new Scenario(world)
  // Without a worker that was replaced nothing may be left, and the look at the server would only hide it.
  if (world.faults.hasStaleWorker) world.time.every(60_000, () => world.sweep())
  const isSettled = () => scenario.isOver && world.runs.runs.all().every((run) => run.finished_at !== null)
  await world.time.runUntil(isSettled, limitMs)
  // Workers that were replaced without knowing it go on for a while: what they do then must not matter either.
  await world.time.runUntil(() => false, afterwardsMs)
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
    trace: world.trace,
  }
}
