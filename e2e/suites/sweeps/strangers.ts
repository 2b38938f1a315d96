/**
 * Other organizations' resources look absent: a stranger gets the same bytes for another organization's id, an absent
 * id and invalid text, in every part of the path. Nothing changes.
 */

import { randomUUID } from 'node:crypto'
import { permissions } from '../../../apps/server/src/testing/internals/access.ts'
import { isQuick } from '../../support/command-line.ts'
import type { Received } from '../../support/exchange.ts'
import { absentId, absentPathValues, kindOf, makePathValues, type PathValues } from '../../support/fixtures.ts'
import { isRecord } from '../../support/json-schema.ts'
import { type Operation, parametersIn, takesHeader } from '../../support/openapi.ts'
import { sample } from '../../support/sample.ts'
import { must, newSetting, type Setting } from '../../support/setting.ts'
import { inPart } from './part.ts'
import { ask, callerOf, check, codeOf, countChanges, isPublic, type Stage } from './stage.ts'

const malformedIds = [
  'x', '_', 'org_', '0', '-1', 'null', 'undefined', 'org_01k9z4q7xkf0n8v4w2t6m3c5r', 'org_81k9z4q7xkf0n8v4w2t6m3c5ra',
  'ORG_01K9Z4Q7XKF0N8V4W2T6M3C5RA', 'org_01k9z4q7xkf0n8v4w2t6m3c5ra%00', '%00', '%2e%2e', '%F0%9F%92%A9', '%25%32%66',
  "'%20or%201=1--", randomUUID(), 'a'.repeat(400), '*', '{id}', '%0d%0aSet-Cookie:%20a=b',
] // biome-ignore format: a list
const shortEvery = 4

export async function sweepStrangers(stage: Stage): Promise<void> {
  const second = await newSetting(stage.home)
  for (const [index, operation] of inPart(stage.api.operations.filter((each) => !isPublic(each))).entries()) {
    if (kindsOf(operation).length > 0) await sweepPath(stage, operation, { second, malformed: malformedFor(index) })
    if (takesHeader(operation, 'Longshore-Organization')) await sweepHeader(stage, operation)
  }
}

/** All combinations; in the quick form a rotating selection. */
function malformedFor(index: number): string[] {
  return malformedIds.filter((_, at) => !isQuick || (at + index) % shortEvery === 0)
}

async function sweepPath(
  stage: Stage,
  operation: Operation,
  { second, malformed }: { second: Setting; malformed: string[] },
): Promise<void> {
  const { home, abroad } = stage
  const stranger = abroad.people.owner
  const token = await allScopes(abroad)
  const absent = absentPathValues(operation)
  const victim = await makePathValues(operation, home, callerOf(stage, operation))
  const own = await makePathValues(operation, abroad, stranger)
  const other = await makePathValues(operation, second, home.people.owner)
  const before = await countChanges(stage)
  const body = operation.body === null ? undefined : sample(operation.body, stage.api.schemas)
  const query = requiredQuery(stage, operation)
  const reference = await ask(stage, operation, { token: stranger.token, path: absent, body, query })
  check(stage, codeOf(reference) === 'not_found', `${operation.id} answers ${reference.status} for an absent id`)
  const compare = async (bearer: string, path: PathValues, what: string) => {
    const answer = await ask(stage, operation, { token: bearer, path, body, query })
    check(stage, plain(answer) === plain(reference), `${operation.id}: a stranger sees a difference for ${what}`)
  }
  for (const [what, path] of mixes(operation, { victim, own, absent })) {
    await compare(stranger.token, path, what)
    if (operation.permission !== 'self') await compare(token, path, `${what}, by API token`)
  }
  // The caller belongs to both organizations, but the child belongs to the other one.
  if (operation.permission !== 'self')
    for (const [what, path] of mixes(operation, { home: victim, second: other }))
      await compare(home.people.owner.token, path, `a mix of own organisations (${what})`)
  for (const text of malformed) {
    const path = Object.fromEntries(Object.keys(absent).map((name) => [name, text]))
    await compare(stranger.token, path, `the malformed id ${text}`)
  }
  check(stage, (await countChanges(stage)) === before, `${operation.id}: a stranger changed something`)
}

function requiredQuery({ api }: Stage, operation: Operation): string {
  const required = parametersIn(operation, 'query').filter((parameter) => parameter.required)
  const values = required.map(({ name, schema }): [string, string] => [name, String(sample(schema, api.schemas))])
  return required.length === 0 ? '' : `?${new URLSearchParams(values)}`
}

async function sweepHeader(stage: Stage, operation: Operation): Promise<void> {
  const { home, abroad } = stage
  const path = absentPathValues(operation)
  const body = operation.body === null ? undefined : sample(operation.body, stage.api.schemas)
  const token = abroad.people.owner.token
  const reference = await ask(stage, operation, { token, path, body, organization: absentId('org') })
  check(
    stage,
    codeOf(reference) === 'not_found',
    `${operation.id} answers ${reference.status} for an absent organisation`,
  )
  for (const organization of [home.organizationId, home.people.owner.organizationId, ...malformedIds]) {
    for (const bearer of [token, await allScopes(abroad)]) {
      const answer = await ask(stage, operation, { token: bearer, path, body, organization })
      const what = `${operation.id}: a stranger sees a difference for the organisation ${organization}`
      check(stage, plain(answer) === plain(reference), what)
    }
  }
}

/** All combinations of ids from several sources in one path, except those that belong to the caller entirely. */
function mixes(operation: Operation, sources: Record<string, PathValues>): [string, PathValues][] {
  const names = parametersIn(operation, 'path').map(({ name }) => name)
  // Text that isn't an id belongs to no one.
  const others = names.filter((name) => kindOf(operation, name) === null)
  const plainValues = others.map((name) => [name, Object.values(sources)[0]?.[name] ?? ''])
  let found: [string[], PathValues][] = [[[], Object.fromEntries(plainValues)]]
  for (const name of names.filter((each) => !others.includes(each))) {
    found = found.flatMap(([from, values]) =>
      Object.entries(sources).map(([source, known]): [string[], PathValues] => [
        [...from, source],
        { ...values, [name]: known[name] ?? '' },
      ]),
    )
  }
  const isForeign = (from: string[]) =>
    from.some((source) => ['victim', 'absent'].includes(source)) || new Set(from).size > 1
  return found.filter(([from]) => isForeign(from)).map(([from, values]) => [from.join('/'), values])
}

function kindsOf(operation: Operation): string[] {
  return parametersIn(operation, 'path').flatMap(({ name }) => kindOf(operation, name) ?? [])
}

/** Status, headers and body without request-specific values. */
function plain(answer: Received): string {
  const { date: _, 'x-request-id': __, ratelimit: ___, 'content-length': ____, ...headers } = answer.headers
  const body = isRecord(answer.body) ? { ...answer.body, traceId: '', instance: '' } : answer.text
  return JSON.stringify([answer.status, headers, body])
}

const tokens = new Map<string, string>()
async function allScopes(setting: Setting): Promise<string> {
  const known = tokens.get(setting.organizationId)
  if (known !== undefined) return known
  const made = await must(setting.instance, 'POST', '/api/v1/api-tokens', {
    token: setting.people.owner.token,
    organization: setting.organizationId,
    body: { name: 'All scopes', scopes: permissions },
  })
  tokens.set(setting.organizationId, made.body.token)
  return made.body.token
}
