/** Kills during a deployment. */
import { stepNames } from '../../../apps/server/src/testing/internals/deployments.ts'
import { deployUnderKills, type Tally } from '../../support/kills/settle.ts'
import { Random } from '../../support/random.ts'
import { undoPoints, undoWith } from './undo.ts'

export const enginePoints = ['relay-picked', 'relay-submitted', 'relay-deleted', 'claiming', 'claimed']
export const forwardPoints = [
  ...enginePoints,
  ...stepNames.flatMap((name) => [`start:${name}`, `ran:${name}`, `recorded:${name}`]),
]

/** After the record of the last step the run is over, so there is no worker to kill. */
const lastStep = stepNames.at(-1) ?? ''

/** One deployment is killed once in every step, at a different point of each, after relay and claim. */
export async function killInEachStep(tally: Tally): Promise<void> {
  await deployUnderKills(tally, [], { version: 'calm', statuses: ['live'], withinMs: 180_000 })
  const places = ['start', 'ran', 'recorded']
  const points = stepNames.map((name, index) => `${places[index % places.length]}:${name}`)
  await deployUnderKills(tally, ['relay-submitted', 'claimed', ...points], { version: 'killed', statuses: ['live'] })
}

/** Every kill point: one deployment dies before every effect, one after every effect, one after every record. */
export async function killInChains(tally: Tally): Promise<void> {
  await deployUnderKills(tally, [], { version: 'calm', statuses: ['live'], withinMs: 180_000 })
  for (const place of ['start', 'ran', 'recorded']) {
    const points = [
      ...(place === 'start' ? enginePoints : []),
      ...stepNames.map((name) => `${place}:${name}`).filter((point) => point !== `recorded:${lastStep}`),
    ]
    await deployUnderKills(tally, points, { version: `chain-${place}`, statuses: ['live'] })
  }
}

export async function killOneByOne(
  tally: Tally,
  { seed, from, count }: { seed: number; from: number; count: number },
): Promise<void> {
  await deployUnderKills(tally, [], { version: 'calm', statuses: ['live'], withinMs: 180_000 })
  const points = [...forwardPoints.filter((point) => point !== `recorded:${lastStep}`), ...undoPoints]
  for (let index = from; index < count; index += 1) {
    // Every point occurs once before any occurs twice. The seed decides the order.
    const random = new Random(seed * 1_000 + Math.floor(index / points.length))
    const order = points.map((point) => ({ point, at: random.next() })).sort((a, b) => a.at - b.at)
    const point = order[index % points.length]?.point ?? ''
    console.error(`  ${index}: ${point} (--seed ${seed} --from ${index})`)
    if (undoPoints.includes(point)) await undoWith(tally, point, index)
    else await deployUnderKills(tally, [point], { version: `v${index}`, statuses: ['live'] })
  }
}
