/** Input is accepted as written or refused: no unknown fields, no ambiguous bytes. */
import type { Received } from '../../support/exchange.ts'
import { makePathValues } from '../../support/fixtures.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { isRecord, resolve, type Schema } from '../../support/json-schema.ts'
import { type Operation, parametersIn } from '../../support/openapi.ts'
import { sample } from '../../support/sample.ts'
import { inPart } from './part.ts'
import { type Ask, ask, callerOf, check, codeOf, countChanges, isPublic, type Stage } from './stage.ts'

/** Fields that a careless handler would copy into a row. */
const assignable = [
  'id', 'organizationId', 'organization_id', 'userId', 'user_id', 'ownerId', 'createdBy', 'role', 'roles', 'scopes',
  'permissions', 'isAdmin', 'admin', 'personal', 'version', 'status', 'emailVerifiedAt', 'email_verified_at', 'mfaEnabled',
  'passwordHash', 'password_hash', 'tokenHash', 'quotas', 'deletionDueAt', 'createdAt', 'updatedAt', 'expiresAt',
] // biome-ignore format: a list

const wrongTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json',
  'application/xml', 'application/jsonp', 'application/json-patch+json', 'application/problem+json', 'json', ';'] // biome-ignore format: a list

type Expected = { status: number; code: string }
const unknownField: Expected = { status: 422, code: 'unknown_field' }
const invalidField: Expected = { status: 422, code: 'validation_failed' }
const malformed: Expected = { status: 400, code: 'malformed_request' }
const wrongType: Expected = { status: 415, code: 'unsupported_media_type' }
const tooLarge: Expected = { status: 413, code: 'body_too_large' }

export async function sweepBodies(stage: Stage): Promise<void> {
  for (const operation of inPart(stage.api.operations)) {
    const caller = callerOf(stage, operation)
    const base: Ask = {
      token: isPublic(operation) ? undefined : caller.token,
      organization: stage.home.organizationId,
      path: await makePathValues(operation, stage.home, caller),
    }
    const before = await countChanges(stage)
    const cases: { what: string; options: Ask; expected: Expected[] }[] = []
    const refuse: Refuse = (what, options, ...expected) => void cases.push({ what, options, expected })
    const body = operation.body === null ? undefined : sample(operation.body, stage.api.schemas, 1)
    sweepQuery(operation, body, refuse)
    if (operation.body === null) sweepNoBody(operation, refuse)
    else if (!operation.isRaw) {
      const shape = objectShape(operation.body, stage.api.schemas)
      const full = isRecord(body) ? body : {}
      sweepFields({ shape, full, named: stage.api.schemas }, refuse)
      sweepBytes(JSON.stringify(full), refuse)
    }
    await inParallel(cases, 8, async ({ what, options, expected }) => {
      const answer = await ask(stage, operation, { ...base, ...options })
      check(stage, isOneOf(answer, expected), `${operation.id} answers ${answer.status} ${codeOf(answer)} to ${what}`)
    })
    check(stage, (await countChanges(stage)) === before, `${operation.id}: a refused request changed something`)
  }
}

/** Records a request that must be refused. */
type Refuse = (what: string, options: Ask, ...expected: Expected[]) => void

function sweepQuery(operation: Operation, body: unknown, refuse: Refuse): void {
  const names = ['surprise', 'id', 'organizationId', '__proto__', 'constructor', 'limit%00', 'filter[id]', 'limit[]']
  for (const name of names) refuse(`the query ?${name}`, { body, query: `?${name}=1` }, unknownField)
  for (const { name, schema } of parametersIn(operation, 'query')) {
    const value = encodeURIComponent(String(sample(schema, {}, 1)))
    refuse(`?${name} twice`, { body, query: `?${name}=${value}&${name}=${value}` }, invalidField)
    refuse(`?${name} with another case`, { body, query: `?${name.toUpperCase()}=${value}` }, unknownField)
  }
  for (const name of ['access_token', 'token', 'authorization'])
    refuse(`?${name}`, { body, query: `?${name}=x` }, { status: 400, code: 'token_in_url' })
}

function sweepNoBody(operation: Operation, refuse: Refuse): void {
  if (operation.method === 'GET') return
  for (const rawBody of ['{"a":1}', '[]', '1', '"x"', 'true'])
    refuse(`the body ${rawBody}`, { rawBody }, invalidField, unknownField)
  refuse('broken JSON', { rawBody: '{' }, malformed)
  refuse('text', { rawBody: 'x', headers: { 'content-type': 'text/plain' } }, wrongType)
}

interface Fields {
  shape: Schema
  full: Record<string, unknown>
  named: Record<string, Schema>
}

function sweepFields({ shape, full, named }: Fields, refuse: Refuse): void {
  const properties = shape.properties ?? {}
  for (const name of ['surprise', '', ' ', 'NAME', '$where', '__proto', ...assignable]) {
    if (Object.hasOwn(properties, name)) continue
    refuse(`the unknown field "${name}"`, { body: { ...full, [name]: 'x' } }, unknownField)
  }
  for (const body of [[], [full], 'text', 1, true, null]) {
    if (body === null && shape.required === undefined) continue
    refuse(`the body ${JSON.stringify(body).slice(0, 20)}`, { body }, invalidField)
  }
  for (const [name, schema] of Object.entries(properties)) {
    const value = full[name] ?? sample(schema, named, 1)
    for (const wrong of wrongValues(resolve(schema, named), value))
      refuse(`${name}: ${JSON.stringify(wrong)}`, { body: { ...full, [name]: wrong } }, invalidField, unknownField)
    if (shape.required?.includes(name) !== true) continue
    const { [name]: _, ...rest } = full
    refuse(`a body without ${name}`, { body: rest }, invalidField)
  }
}

/** Values of other types than the expected one. */
function wrongValues(schema: Schema, value: unknown): unknown[] {
  const types = [schema.type].flat()
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) return [[[]], Number.MAX_SAFE_INTEGER]
  const all: Record<string, unknown> = {
    null: null,
    object: { value },
    array: [value],
    boolean: true,
    string: 'x',
    integer: 7,
  }
  const others = Object.entries(all).filter(
    ([type]) => !types.includes(type) && !(type === 'integer' && types.includes('number')),
  )
  // The validator measures everything that has a length, whatever its type.
  const isMeasured = (types.includes('string') || types.includes('array')) && !types.includes('object')
  const unmeasurable = isMeasured ? [{ length: { toString: 1, valueOf: 1 } }] : []
  return [...others.map(([, each]) => each), ...unmeasurable, ...(types.includes('object') ? [{ surprise: 1 }] : [])]
}

function sweepBytes(text: string, refuse: Refuse): void {
  const inner = text.slice(1, -1)
  const open = inner === '' ? '{' : `{${inner},`
  const key = /^\{"(\w)(\w*)"/.exec(text)
  for (const name of ['__proto__', 'constructor', 'prototype', '\\u005f\\u005fproto\\u005f\\u005f'])
    refuse(`the key ${name}`, { rawBody: `${open}"${name}":{"role":"owner"}}` }, malformed)
  for (const text of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00\\ud800', '\\uD83D'])
    refuse(`the text ${text}`, { rawBody: `${open}"a":["${text}"]}` }, malformed)
  refuse('a nested __proto__', { rawBody: `${open}"a":[{"__proto__":1}]}` }, malformed)
  refuse('a repeated key', { rawBody: `${open}"a":1,"a":1}` }, malformed)
  if (key?.[1] !== undefined) {
    const escaped = `\\u${key[1].charCodeAt(0).toString(16).padStart(4, '0')}${key[2]}`
    refuse('a repeated field', { rawBody: `${open}"${key[1]}${key[2]}":"x"}` }, malformed)
    refuse('a repeated field, escaped', { rawBody: `${open}"${escaped}":"x"}` }, malformed)
  }
  const broken = [text.slice(0, -1), `${text}x`, `${text}${text}`, '{', '{"a":}', 'nul', "{'a':1}", '{a:1}', '[1,]', ' ', '\uFEFF{}',
    '{"a":"\n"}', '{"a":01}', '{"a":NaN}', '{"a":1e}', '"\\x"', '/**/{}'] // biome-ignore format: a list
  for (const rawBody of broken) refuse(`the bytes ${JSON.stringify(rawBody).slice(0, 30)}`, { rawBody }, malformed)
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80]]) {
    const rawBody = Buffer.concat([Buffer.from(`${open}"a":"`), Buffer.from(bytes), Buffer.from('"}')])
    refuse(`invalid UTF-8 (${bytes})`, { rawBody }, malformed)
    refuse(`invalid UTF-8 (${bytes}) in chunks`, { rawBody, headers: { 'transfer-encoding': 'chunked' } }, malformed)
  }
  refuse('33 levels', { rawBody: `${'['.repeat(33)}${']'.repeat(33)}` }, malformed)
  refuse('7000 levels', { rawBody: `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}` }, malformed)
  for (const type of wrongTypes)
    refuse(`the type ${type}`, { rawBody: text, headers: { 'content-type': type } }, wrongType)
  const large = `${open}"a":"${'x'.repeat(1 << 20)}"}`
  refuse('more than 1 MiB', { rawBody: large }, tooLarge)
  refuse('more than 1 MiB in chunks', { rawBody: large, headers: { 'transfer-encoding': 'chunked' } }, tooLarge)
  refuse('a compressed body', { rawBody: text, headers: { 'content-encoding': 'gzip' } }, wrongType)
}

function isOneOf(answer: Received, expected: Expected[]): boolean {
  return expected.some(({ status, code }) => answer.status === status && codeOf(answer) === code)
}

/** The first alternative that is an object. */
export function objectShape(schema: Schema, named: Record<string, Schema>): Schema {
  const known = resolve(schema, named)
  const [alternative] = known.anyOf ?? known.oneOf ?? []
  return alternative === undefined ? known : objectShape(alternative, named)
}
