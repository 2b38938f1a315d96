/**
 * Requests built from the schemas and then broken, by a seed that is printed: `--seed=N` makes the same ones again, and
 * `--case=I` only one of them. Whatever comes, the answer is documented and valid, and never a 5xx.
 */

import { newAddress, password } from '../../support/client.ts'
import { isQuick, option } from '../../support/command-line.ts'
import { exchange, type Received, type Sent } from '../../support/exchange.ts'
import { absentPathValues, endsSetting, makePathValues, type PathValues } from '../../support/fixtures.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { inspectHeaders, inspectProblem } from '../../support/inspect-response.ts'
import { fillPath, type Operation, parametersIn } from '../../support/openapi.ts'
import { Random } from '../../support/random.ts'
import { junk, junkText, mutate, mutateBytes, randomValue, toJsonText } from '../../support/random-value.ts'
import { must, newSetting, type Setting } from '../../support/setting.ts'
import { check, isPublic, record, type Stage } from './stage.ts'

const requests = isQuick ? 2_000 : 20_000
const lanes = 24
const junkHeaders = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'content-encoding', 'if-none-match', 'if-match', 'range', 'origin',
  'cookie', 'x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'user-agent', 'longshore-organization', 'idempotency-key', 'last-event-id'] // biome-ignore format: a list

export async function sweepFuzz(stage: Stage): Promise<void> {
  const seed = stage.report.seed()
  const only = option('case')
  const targets = await makeTargets(stage)
  const cases = only === undefined ? Array.from({ length: requests }, (_, index) => index) : [Number(only)]
  await inParallel(cases, lanes, async (index) => {
    const random = new Random(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
    const fuzzed = buildRequest(stage, targets, random)
    if (only !== undefined) console.log(fuzzed.sent)
    for (const fault of await tryRequest(stage, fuzzed))
      check(stage, false, `${fuzzed.operation.id}: ${fault} (--seed=${seed} --case=${index})`)
  })
  stage.report.figure('fuzz', requests)
}

interface Fuzzed {
  operation: Operation
  sent: Sent
  /** The request still belongs to the operation, not to another path or method. */
  isOfOperation: boolean
}

async function tryRequest(stage: Stage, { operation, sent, isOfOperation }: Fuzzed): Promise<string[]> {
  const answer = await exchange(stage.instance.url, sent)
  if (isOfOperation && answer.status !== 431) {
    record(stage, operation, answer)
    return answer.status >= 500 ? [`answered ${answer.status}`] : []
  }
  stage.tally.requests += 1
  stage.tally.checks += 1
  return outsideFaults(stage, sent, answer)
}

function outsideFaults(stage: Stage, sent: Sent, answer: Received): string[] {
  if (answer.status >= 500) return [`answered ${answer.status}`]
  if (answer.status < 300) return []
  const faults = sent.method === 'HEAD' ? [] : inspectProblem(answer, stage.api.schemas)
  return [...faults, ...inspectHeaders(answer)]
}

interface Target {
  operation: Operation
  token: string | undefined
  organization: string
  path: PathValues
}

/** Each operation gets its own resources and session, so that one that ends them doesn't affect the others. */
async function makeTargets(stage: Stage): Promise<{ list: Target[]; credentials: string[] }> {
  const setting = await newSetting(stage.home)
  const prepared: Target[] = []
  for (const operation of stage.api.operations)
    prepared.push(await makeTarget(stage, operation, endsSetting(operation) ? await newSetting(stage.home) : setting))
  const list = await Promise.all(prepared.map((target) => withOwnSession(stage, target)))
  const made = await must(stage.instance, 'POST', '/api/v1/api-tokens', {
    token: setting.people.owner.token,
    organization: setting.organizationId,
    body: { name: 'Fuzz', scopes: ['organizations:read', 'members:read', 'tokens:read', 'events:read'] },
  })
  const credentials = ['', 'garbage', setting.people.viewer.token, stage.abroad.people.owner.token, made.body.token]
  return { list, credentials }
}

async function makeTarget(stage: Stage, operation: Operation, setting: Setting): Promise<Target> {
  const person = operation.permission === 'self' ? stage.self : setting.people.owner
  const path = await makePathValues(operation, setting, person)
  const token = isPublic(operation) ? undefined : person.token
  return { operation, token, organization: setting.organizationId, path }
}

async function withOwnSession(stage: Stage, target: Target): Promise<Target> {
  if (target.operation.permission !== 'self') return target
  const body = { email: stage.self.email, password }
  const opened = await must(stage.instance, 'POST', '/api/v1/auth/login', { body })
  return { ...target, token: opened.body.accessToken }
}

function buildRequest(stage: Stage, targets: { list: Target[]; credentials: string[] }, random: Random): Fuzzed {
  const { operation, token, organization, path } = random.pick(targets.list)
  const values = random.chance(0.8) ? path : random.chance(0.5) ? absentPathValues(operation) : junkValues(path, random)
  const otherMethod = random.chance(0.02)
    ? random.pick(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])
    : null
  const method = otherMethod ?? operation.method
  const headers: Record<string, string> = {
    'x-forwarded-for': newAddress(),
    ...documentedHeaders(operation, organization, random),
  }
  const credential = random.chance(0.8) ? token : random.pick(targets.credentials)
  if (credential !== undefined) headers.authorization = `Bearer ${credential}`
  const body = method === 'GET' || method === 'HEAD' ? undefined : buildBody(stage, operation, random)
  if (body !== undefined) headers['content-type'] = 'application/json'
  // The response to oversized headers has a body whatever the method, because the method isn't parsed yet.
  if (random.chance(0.15) && method !== 'HEAD') headers[random.pick(junkHeaders)] = headerText(random)
  const isSamePath = Object.values(values).every((value) => value !== '' && value !== '.' && value !== '..')
  return {
    operation,
    isOfOperation: isSamePath && (otherMethod === null || otherMethod === operation.method),
    sent: {
      method,
      path: `${fillPath(operation, values)}${buildQuery(operation, random)}`,
      headers,
      ...(body === undefined ? {} : { body }),
    },
  }
}

function buildBody(stage: Stage, operation: Operation, random: Random): string | Buffer | undefined {
  if (operation.body === null) return random.chance(0.1) ? toJsonText(junk(random)) : undefined
  let value = randomValue(operation.body, stage.api.schemas, random)
  for (let times = random.below(4); times > 0; times -= 1) value = mutate(value, random)
  const text = toJsonText(value)
  return random.chance(0.05) ? mutateBytes(text, random) : text
}

function buildQuery(operation: Operation, random: Random): string {
  const pairs = parametersIn(operation, 'query')
    .filter(() => random.chance(0.4))
    .map(({ name, schema }) => [name, random.chance(0.6) ? randomValue(schema, {}, random) : junkText(random)])
  if (random.chance(0.03)) pairs.push([junkText(random), junkText(random)])
  return pairs.length === 0
    ? ''
    : `?${pairs.map((pair) => pair.map((part) => escapeText(String(part).slice(0, 2_000))).join('=')).join('&')}`
}

function documentedHeaders(operation: Operation, organization: string, random: Random): Record<string, string> {
  const chosen = parametersIn(operation, 'header').filter(
    ({ name }) => name === 'Longshore-Organization' || random.chance(0.2),
  )
  return Object.fromEntries(
    chosen.map(({ name }) => {
      const good =
        name === 'Longshore-Organization' ? organization : name === 'If-Match' ? '"1"' : String(random.below(50))
      return [name.toLowerCase(), random.chance(0.85) ? good : headerText(random).slice(0, 4_000)]
    }),
  )
}

function junkValues(path: PathValues, random: Random): PathValues {
  return Object.fromEntries(Object.keys(path).map((name) => [name, escapeText(junkText(random).slice(0, 500))]))
}

/** Characters that Node accepts in a header. */
function headerText(random: Random): string {
  const text = [...junkText(random)].filter((character) => /^[\t\x20-\x7e\x80-\xff]$/.test(character)).join('')
  return random.chance(0.02) ? 'h'.repeat(20_000) : text.slice(0, 4_000)
}

function escapeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
