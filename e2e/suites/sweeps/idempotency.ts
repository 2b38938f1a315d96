/** Operations with Idempotency-Key: one key has one effect, however often and however concurrently it is sent. */

import { isDeepStrictEqual } from 'node:util'
import { isQuick } from '../../support/command-line.ts'
import type { Received } from '../../support/exchange.ts'
import { makePathValues, type PathValues } from '../../support/fixtures.ts'
import { goodRequests } from '../../support/good-requests.ts'
import type { Operation } from '../../support/openapi.ts'
import { sample } from '../../support/sample.ts'
import type { Setting } from '../../support/setting.ts'
import { inPart } from './part.ts'
import { ask, check, codeOf, countChanges, type Stage } from './stage.ts'

const concurrent = isQuick ? 6 : 50
/** Each of these needs its own resources, which takes the time. */
const different = isQuick ? 2 : 50
const badKeys = ['', ' ', 'a b', 'a'.repeat(256), '\u00fc', '\u0007', 'a\tb']

export async function sweepIdempotency(stage: Stage): Promise<void> {
  const operations = inPart(stage.api.operations.filter((each) => each.isIdempotent))
  check(stage, operations.length > 0, 'no operation takes Idempotency-Key')
  for (const operation of operations) {
    const effect = await repeatOne(stage, operation)
    stage.tally.effects.set(operation.id, effect)
    await sendAtOnce(stage, operation, effect)
    await sendDifferent(stage, operation)
    await refuseBadKeys(stage, operation)
  }
}

export interface KeyedRequest {
  key: string
  path: PathValues
  query: string
  body: unknown
}

let serial = 10_000
/** A request that differs from all earlier ones, with its own resources. */
export async function newRequest(stage: Stage, operation: Operation, setting = stage.home): Promise<KeyedRequest> {
  serial += 1
  const own = serial
  const prepared = await goodRequests[operation.id]?.(setting)
  return {
    key: `key-${own}`,
    query: prepared?.query ?? '',
    path: prepared?.path ?? (await makePathValues(operation, setting, setting.people.owner)),
    body: prepared?.body ?? (operation.body === null ? undefined : sample(operation.body, stage.api.schemas, own)),
  }
}

export async function askWithKey(
  stage: Stage,
  operation: Operation,
  request: KeyedRequest & { setting?: Setting },
): Promise<Received> {
  const { setting = stage.home } = request
  return await ask(stage, operation, {
    token: setting.people.owner.token,
    organization: setting.organizationId,
    path: request.path,
    query: request.query,
    body: request.body,
    headers: { 'idempotency-key': request.key },
  })
}

export function isFresh(answer: Received): boolean {
  return answer.status >= 200 && answer.status < 300 && answer.headers['idempotent-replayed'] === undefined
}

/** The response to a repeated request. */
export function isRepeat(answer: Received): boolean {
  if (answer.status < 300) return answer.headers['idempotent-replayed'] === 'true'
  return answer.status === 409 && codeOf(answer) === 'idempotency_secret_gone'
}

/** Returns how many changes one request makes. */
async function repeatOne(stage: Stage, operation: Operation): Promise<number> {
  const { id } = operation
  const request = await newRequest(stage, operation)
  const another = { ...(await newRequest(stage, operation)), key: request.key }
  const elsewhere = { ...(await newRequest(stage, operation, stage.abroad)), key: request.key, setting: stage.abroad }
  // Any file is accepted until it is read.
  const broken = operation.isRaw
    ? { status: 0 }
    : await askWithKey(stage, operation, { ...request, body: { surprise: true } })
  const before = await countChanges(stage)
  const first = await askWithKey(stage, operation, request)
  const effect = (await countChanges(stage)) - before
  check(
    stage,
    isFresh(first) && effect > 0,
    `${id} answers ${first.status} ${codeOf(first)} to a key after ${broken.status}`,
  )
  for (let time = 2; time <= 4; time += 1) {
    const again = await askWithKey(stage, operation, request)
    check(stage, isRepeat(again), `${id} answers ${again.status} ${codeOf(again)} to the key a ${time}. time`)
    check(stage, again.status >= 300 || isSameJson(again.text, first.text), `${id} replays another answer`)
  }
  const other = await askWithKey(stage, operation, another)
  check(stage, codeOf(other) === 'idempotency_key_reused', `${id} answers ${other.status} to a key with another body`)
  check(stage, (await countChanges(stage)) === before + effect, `${id} had a second effect`)
  const abroad = await askWithKey(stage, operation, elsewhere)
  check(stage, isFresh(abroad), `${id} takes a key of another organisation for its own: ${abroad.status}`)
  return effect
}

/** The order of members doesn't matter, and a stored response doesn't preserve it. */
function isSameJson(one: string, other: string): boolean {
  return isDeepStrictEqual(JSON.parse(one), JSON.parse(other))
}

/** Files are accepted a few at a time. */
function countOf(operation: Operation): number {
  return operation.isRaw ? 3 : concurrent
}

async function sendAtOnce(stage: Stage, operation: Operation, effect: number): Promise<void> {
  const request = await newRequest(stage, operation)
  const before = await countChanges(stage)
  const count = countOf(operation)
  const answers = await Promise.all(Array.from({ length: count }, () => askWithKey(stage, operation, request)))
  const fresh = answers.filter(isFresh).length
  const rest = answers.filter((each) => isRepeat(each) || codeOf(each) === 'idempotency_key_in_use').length
  check(
    stage,
    fresh === 1 && rest === count - 1,
    `${operation.id}: of ${count} at once ${fresh} were carried out, ${rest} refused`,
  )
  check(
    stage,
    (await countChanges(stage)) === before + effect,
    `${operation.id} had several effects of ${count} at once`,
  )
  const after = await askWithKey(stage, operation, request)
  check(stage, isRepeat(after), `${operation.id} answers ${after.status} after ${count} at once`)
}

/** Different requests don't affect each other. */
async function sendDifferent(stage: Stage, operation: Operation): Promise<void> {
  const count = Math.min(different, countOf(operation))
  const answers = await Promise.all(
    Array.from({ length: count }, async () => askWithKey(stage, operation, await newRequest(stage, operation))),
  )
  const fresh = answers.filter(isFresh).length
  check(stage, fresh === count, `${operation.id}: of ${count} different requests at once ${fresh} succeeded`)
}

async function refuseBadKeys(stage: Stage, operation: Operation): Promise<void> {
  const request = await newRequest(stage, operation)
  const before = await countChanges(stage)
  for (const key of badKeys) {
    // Node refuses to send control characters in a header.
    const sent = await askWithKey(stage, operation, { ...request, key }).catch(() => null)
    if (sent === null) continue
    check(
      stage,
      sent.status === 422,
      `${operation.id} answers ${sent.status} to the key ${JSON.stringify(key).slice(0, 20)}`,
    )
  }
  check(stage, (await countChanges(stage)) === before, `${operation.id} was carried out under a bad key`)
}
