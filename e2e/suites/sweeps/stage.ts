/** The context of all sweeps. */
import type { Role } from '../../../apps/server/src/testing/internals/access.ts'
import type { Database } from '../../../apps/server/src/testing/internals/database.ts'
import { newAddress, type SignedIn } from '../../support/client.ts'
import { exchange, type Received } from '../../support/exchange.ts'
import { inspect } from '../../support/inspect-response.ts'
import type { Instance } from '../../support/instance.ts'
import { isRecord } from '../../support/json-schema.ts'
import { type Api, fillPath, type Operation, takesHeader } from '../../support/openapi.ts'
import type { Report } from '../../support/report.ts'
import type { Setting } from '../../support/setting.ts'

export interface Stage {
  instance: Instance
  database: Database
  api: Api
  report: Report
  /** The attacked organization, with a member of every role. */
  home: Setting
  /** Another user's organization. */
  abroad: Setting
  /** A user for operations on the user's own account. */
  self: SignedIn
  tally: Tally
}

export interface Tally {
  checks: number
  requests: number
  serverErrors: number
  /** Operation → statuses seen. */
  seen: Map<string, Set<number>>
  /** Faults that were already shown, so that one cause is one line. */
  known: Set<string>
  /** Number of changes that one request of an operation makes, where it was measured. */
  effects: Map<string, number>
}

export interface Ask {
  token?: string | undefined
  path?: Record<string, string>
  /** The organization header, for operations that take it. */
  organization?: string | undefined
  query?: string
  body?: unknown
  rawBody?: string | Buffer
  headers?: Record<string, string>
}

/** Sends one request of an operation and validates the response, whatever the sweep expects of it. */
export async function ask(stage: Stage, operation: Operation, options: Ask = {}): Promise<Received> {
  const { bodyType } = operation
  const body = options.rawBody ?? (options.body === undefined ? undefined : toBytes(bodyType, options.body))
  const sent = {
    method: operation.method,
    path: `${fillPath(operation, options.path ?? {})}${options.query ?? ''}`,
    headers: {
      'x-forwarded-for': newAddress(),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.organization !== undefined && takesHeader(operation, 'Longshore-Organization')
        ? { 'longshore-organization': options.organization }
        : {}),
      ...(body === undefined ? {} : { 'content-type': bodyType }),
      ...(body === undefined && operation.method !== 'GET' ? { 'content-length': '0' } : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  }
  const first = await exchange(stage.instance.url, sent)
  // Retries while the machine is too busy for its worker, as the response advises.
  const answer = codeOf(first) === 'worker_timeout' ? await exchange(stage.instance.url, sent) : first
  record(stage, operation, answer)
  return answer
}

/** Files are sent unchanged. */
function toBytes(bodyType: string, body: unknown): string {
  return bodyType !== 'application/json' && typeof body === 'string' ? body : JSON.stringify(body)
}

export function record(stage: Stage, operation: Operation, answer: Received): void {
  stage.tally.requests += 1
  if (answer.status >= 500) stage.tally.serverErrors += 1
  const seen = stage.tally.seen.get(operation.id) ?? new Set()
  stage.tally.seen.set(operation.id, seen.add(answer.status))
  for (const fault of inspect(operation, answer, stage.api.schemas)) check(stage, false, `${operation.id}: ${fault}`)
  stage.tally.checks += 1
}

/** A statement that must hold. The same failure is shown once. */
export function check(stage: Pick<Stage, 'tally' | 'report'>, holds: boolean, what: string): boolean {
  stage.tally.checks += 1
  if (!holds && !stage.tally.known.has(what)) {
    stage.tally.known.add(what)
    stage.report.expect(false, what)
  }
  return holds
}

export function codeOf(answer: { body: unknown }): string {
  return isRecord(answer.body) && typeof answer.body.code === 'string' ? answer.body.code : ''
}

export function isPublic(operation: Operation): boolean {
  return operation.permission === 'public'
}

/** A caller with permission for the operation and a valid request. */
export function callerOf(stage: Stage, operation: Operation, role: Role = 'owner'): SignedIn {
  return operation.permission === 'self' ? stage.self : stage.home.people[role]
}

/** The audit log records every change, so its length shows whether something changed. */
export async function countChanges(stage: Pick<Stage, 'database'>): Promise<number> {
  const found = await stage.database.systemDb
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    // Background work belongs to no request and ends at any time.
    .where('request_id', '<>', '')
    .executeTakeFirstOrThrow()
  return Number(found.count)
}
