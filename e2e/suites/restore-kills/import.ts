/** Imports under kills: afterwards the database has the old data or the file's data, and an undo restores the old data. */
import { setTimeout as delay } from 'node:timers/promises'
import { restoreStatusOfStep } from '../../../apps/server/src/testing/internals/backups.ts'
import { hashOf, seed, serviceOf } from '../../support/data-test-env.ts'
import { dumpOf } from '../../support/imports/import-scenarios.ts'
import { sendForm } from '../../support/imports/upload.ts'
import { arm, superviseUntil } from '../../support/kills/settle.ts'
import { Random } from '../../support/random.ts'
import {
  count,
  judgeApps,
  judgeLeftovers,
  judgeReader,
  killNow,
  settledHash,
  startReader,
  supervise,
  type Tally,
} from './restore.ts'

const steps = Object.keys(restoreStatusOfStep)
const places = ['start', 'ran', 'recorded']
/** After the record of the last step the run is over, so there is no worker to kill. */
const points = ['claimed', ...steps.flatMap((name) => places.map((place) => `${place}:${name}`))].slice(0, -1)
const acceptedWithinMs = 60_000

export async function killImports(
  tally: Tally,
  { seed: order, from, count: rounds, isQuick }: { seed: number; from: number; count: number; isQuick: boolean },
): Promise<void> {
  const random = new Random(order)
  for (let round = from; round < rounds; round += 1) {
    const drawn = points[Math.floor(random.next() * points.length)] ?? 'claimed'
    // The quick form kills once in every step, then once during the upload.
    const each = steps.map((name, index) => `${places[index % places.length]}:${name}`).with(-1, `ran:${steps.at(-1)}`)
    const armed = isQuick ? (round === 0 ? each : []) : [drawn]
    const killAfterMs = isQuick ? (round === 0 ? null : 3_000) : round % 4 === 0 ? 500 + random.next() * 6_000 : null
    await importUnderKills(tally, { round, armed, killAfterMs })
  }
}

async function importUnderKills(
  tally: Tally,
  { round, armed, killAfterMs }: { round: number; armed: readonly string[]; killAfterMs: number | null },
): Promise<void> {
  const { data, report } = tally
  const service = serviceOf(data, 'postgres')
  const what = `import ${round} with ${armed.join(' ')}`
  await seed(data, service, { rows: 1_000, salt: `import-${round}` })
  const before = await hashOf(data, service)
  const seen: string[] = [before]
  await arm(data.testEnv, armed)
  await using reader = startReader(data, service)
  const id = await send(tally, dumpOf('postgres', `round-${round}`))
  if (killAfterMs !== null) void delay(killAfterMs).then(() => killNow(tally))
  const path = `${data.at}/imports/${id}`
  const made = await supervise(tally, path, ({ finishedAt }) => finishedAt !== null)
  tally.restores += 1
  await count(tally)
  const after = await settledHash(data, service)
  report.expect(made.status === 'succeeded', `${what}: ${made.status} ${JSON.stringify(made.error)}`)
  report.expect((after !== before) === (made.status === 'succeeded'), `${what}: it holds ${after}`)
  report.expect(after === before || after.endsWith(' 2000'), `${what}: it holds ${after}, a part of the file`)
  seen.push(after)
  judgeReader(tally, what, await reader.stop(), seen)
  await judgeApps(tally, { service }, what)
  if (made.status === 'succeeded') {
    // The worker may have died only now.
    await data.ask('POST', `${path}/undo`)
    await supervise(tally, path, ({ status }) => status === 'reverted')
    report.expect((await settledHash(data, service)) === before, `${what}: its undo brings other data`)
    tally.undone += 1
  }
  await judgeLeftovers(tally, { service }, what)
}

/** A previous undo may still be ending, and a worker that died is restarted. */
async function send({ data }: Tally, text: string): Promise<string> {
  const service = serviceOf(data, 'postgres')
  let answered = await sendForm(data, service, Buffer.from(text))
  const isTaken = async () => {
    if (answered.status !== 202) answered = await sendForm(data, service, Buffer.from(text))
    return answered.status === 202
  }
  const { isDone } = await superviseUntil(data.testEnv, isTaken, acceptedWithinMs)
  if (!isDone) throw new Error(`the file is not taken: ${answered.status} ${JSON.stringify(answered.body)}`)
  return answered.body.id
}
