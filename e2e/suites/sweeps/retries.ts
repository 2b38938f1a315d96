/**
 * A client that sends each request with its key until it gets a response, while the api is killed with SIGKILL
 * repeatedly: nothing happens twice, and nothing acknowledged is lost.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { isQuick } from '../../support/command-line.ts'
import type { Received } from '../../support/exchange.ts'
import { inParallel } from '../../support/in-parallel.ts'
import type { Operation } from '../../support/openapi.ts'
import { Random } from '../../support/random.ts'
import { askWithKey, isFresh, isRepeat, type KeyedRequest, newRequest } from './idempotency.ts'
import { inPart } from './part.ts'
import { check, codeOf, countChanges, type Stage } from './stage.ts'

const requests = isQuick ? 40 : 1_000
const clients = 8
const deadlineMs = 120_000
const seed = 7

interface Running {
  stopped: boolean
  answers: number
}

interface Outcome {
  operation: Operation
  request: KeyedRequest
  sent: number
}

export async function sweepRetries(stage: Stage): Promise<void> {
  const operations = inPart(stage.api.operations.filter((each) => each.isIdempotent))
  const effects = await measureEffects(stage, operations)
  const queue: Outcome[] = []
  await inParallel(
    Array.from({ length: requests }, (_, index) => operations[index % operations.length]),
    clients,
    async (operation) => {
      if (operation === undefined) throw new Error('no operation takes Idempotency-Key')
      queue.push({ operation, request: await newRequest(stage, operation), sent: 0 })
    },
  )
  const before = await countChanges(stage)
  const running = { stopped: false, answers: 0 }
  const killing = killRepeatedly(stage, running)
  try {
    await inParallel(queue, clients, (each) => sendUntilAnswered(stage, each, running))
  } finally {
    running.stopped = true
    await killing
  }
  const kills = await killing
  await checkOutcomes(
    stage,
    queue,
    before + queue.reduce((sum, { operation }) => sum + (effects.get(operation.id) ?? 0), 0),
  )
  check(stage, kills > 0, 'the api was never killed')
  stage.report.figure('retried', queue.filter(({ sent }) => sent > 1).length)
  stage.report.figure('kills', kills)
}

/** Sends every request again: one that is carried out only now was acknowledged and lost. */
async function checkOutcomes(stage: Stage, queue: readonly Outcome[], expected: number): Promise<void> {
  const changes = await countChanges(stage)
  check(stage, changes === expected, `${changes - expected} changes more than requests`)
  let lost = 0
  await inParallel(queue, clients, async ({ operation, request }) => {
    if (!isRepeat(await askWithKey(stage, operation, request))) lost += 1
  })
  check(stage, lost === 0, `${lost} requests were acknowledged and lost`)
  stage.report.figure('duplicates', Math.max(0, changes - expected))
  stage.report.figure('lost', lost)
}

/** Sends at least twice, like a client whose first response was lost. */
async function sendUntilAnswered(stage: Stage, outcome: Outcome, running: Running): Promise<void> {
  let answered = 0
  for (const deadline = Date.now() + deadlineMs; Date.now() < deadline; ) {
    outcome.sent += 1
    const answer = await askWithKey(stage, outcome.operation, outcome.request).catch(() => null)
    if (answer !== null) running.answers += 1
    if (answer === null) await delay(50)
    else if (isDone(answer)) answered += 1
    else if (codeOf(answer) === 'idempotency_key_in_use' || answer.status === 503) await delay(20)
    else throw new Error(`${outcome.operation.id} answers ${answer.status} ${answer.text}`)
    if (answered === 2) return
  }
  throw new Error(`${outcome.operation.id} was not answered`)
}

function isDone(answer: Received): boolean {
  return isFresh(answer) || isRepeat(answer)
}

async function measureEffects(stage: Stage, operations: readonly Operation[]): Promise<Map<string, number>> {
  const effects = stage.tally.effects
  for (const operation of operations.filter(({ id }) => !effects.has(id))) {
    const request = await newRequest(stage, operation)
    const before = await countChanges(stage)
    await askWithKey(stage, operation, request)
    effects.set(operation.id, (await countChanges(stage)) - before)
  }
  return effects
}

/** Each process lives long enough for some responses, and dies while others are in transit. */
async function killRepeatedly(stage: Stage, running: Running): Promise<number> {
  const random = new Random(seed)
  let kills = 0
  while (!running.stopped) {
    const enough = running.answers + (isQuick ? 20 + random.below(20) : 80 + random.below(120))
    while (!running.stopped && running.answers < enough) await delay(random.below(5))
    if (running.stopped) break
    await stage.instance.api.stop('SIGKILL')
    kills += 1
    await stage.instance.startApi()
  }
  return kills
}
