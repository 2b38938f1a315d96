/** Every text input of the server operations, with the rest of the request valid. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, call } from '../../support/client.ts'
import { ask, type ServersContext } from '../../support/servers.ts'

export interface Sink {
  name: string
  send(payload: string): Promise<Answer | null>
}

/** A valid request body for a server that is registered as `id`. */
export interface SinkOptions {
  id: string
  body: Record<string, unknown>
}

const documented: { paths: Record<string, unknown> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../apps/server/openapi.json'), 'utf8'),
)
const shapes = Object.keys(documented.paths).map((path) => path.replace(/^\/api\/v1/, '').replace(/\{\w+\}/g, '*'))

/** Only existing operations: a 404 response to everything proves nothing. */
function exists(path: string): boolean {
  return shapes.includes(path.replace(/srv_\w+|@/g, '*'))
}

export function listSinks(context: ServersContext, { id, body }: SinkOptions): Sink[] {
  const inBody = (method: string, path: string, base: Record<string, unknown>, fields: readonly string[]): Sink[] =>
    (exists(path) ? fields : []).map((field) => ({
      name: `${method} ${path.replace(id, ':id')} ${field}`,
      send: (payload) => ask(context, method, path, { ...base, [field]: payload }),
    }))
  const path = `/servers/${id}`
  // A name alone would always be accepted and reach the target. Names are tested with the target, not here.
  const create = [
    'host',
    'port',
    'username',
    'privateKey',
    'passphrase',
    'hostKeyFingerprint',
    'jumpServerId',
    'baseDomain',
  ]
  const update = ['port', 'username', 'hostKeyFingerprint', 'jumpServerId', 'baseDomain']
  const test = ['serverId', 'host', 'port', 'username', 'privateKey', 'passphrase', 'hostKeyFingerprint']
  return [
    ...inBody('POST', '/servers', body, [...create, 'unknownField']),
    ...inBody('PATCH', path, {}, [...update, 'host', 'unknownField']),
    ...inBody('POST', `${path}/host-key/accept`, {}, ['fingerprint']),
    ...inBody('POST', `${path}/cleanup`, {}, ['dryRun']),
    ...inBody('POST', `${path}/rotate-key`, {}, ['removeOldKey']),
    ...inBody('POST', '/servers/test-connection', withoutName(body), test),
    ...inBody('POST', `${path}/security/harden`, { dryRun: true }, [
      'checks',
      'options',
      'confirmTimeoutSeconds',
      'dryRun',
    ]),
    ...inBody('POST', `${path}/security/revert`, {}, ['runId']),
    ...inQuery(context, '/servers', ['q', 'status', 'limit', 'cursor']),
    ...inQuery(context, path, ['ticket', 'access_token']),
    ...inQuery(context, `${path}/tasks`, ['kind', 'limit', 'cursor']),
    ...inQuery(context, `${path}/security`, ['refresh']),
    ...inPath(context, ['/servers/@', `${path}/tasks/@`, `${path}/security/runs/@`]),
    ...inHeader(context, path, ['longshore-organization', 'if-none-match', 'x-forwarded-for', 'last-event-id']),
    ...inHeader(context, `${path}/check`, ['idempotency-key']),
  ]
}

function withoutName({ name: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest
}

function inQuery(context: ServersContext, path: string, names: readonly string[]): Sink[] {
  return (exists(path) ? names : []).map((name) => ({
    name: `GET ${path.replace(/srv_\w+/, ':id')}?${name}`,
    // A line of that length never reaches a handler and is refused for its length.
    send: async (payload) =>
      payload.length > 8_000 ? null : await ask(context, 'GET', `${path}?${name}=${encodeURIComponent(payload)}`),
  }))
}

function inPath(context: ServersContext, paths: readonly string[]): Sink[] {
  return paths.filter(exists).map((path) => ({
    name: `GET ${path.replace(/srv_\w+/, ':id')}`,
    send: async (payload) =>
      payload.length > 8_000 ? null : await ask(context, 'GET', path.replace('@', encodeURIComponent(payload))),
  }))
}

function inHeader(context: ServersContext, path: string, names: readonly string[]): Sink[] {
  return names.map((name) => ({
    name: `${name === 'idempotency-key' ? 'POST' : 'GET'} ${path.replace(/srv_\w+/, ':id')} ${name}:`,
    async send(payload) {
      // Clients cannot send these in a header.
      if (/[^\t\x20-\x7e\x80-\xff]/.test(payload) || payload.length > 8_000) return null
      const method = name === 'idempotency-key' ? 'POST' : 'GET'
      const { instance, person } = context
      return await call(instance, method, `/api/v1${path}`, { token: person.token, headers: { [name]: payload } })
    },
  }))
}
