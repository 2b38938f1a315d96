/**
 * Connection tests, from the request to the worker and back. Only who tested which address and port is stored. Refusals
 * come before the stream begins.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { recordAudit } from '../audit/index.ts'
import { testConnection } from './calls/test-connection.definition.ts'
import { requireServer } from './require-server.query.ts'
import { countTarget, countTester, type TestTarget } from './test-connection.limits.ts'
import type { ConnectionTestEvent, TestConnection } from './test-connection.schemas.ts'

export interface ConnectionTestsService {
  /** Resolves when the stream can begin. `signal` ends the test, also in the worker. */
  begin(actor: Actor, body: TestConnection, signal: AbortSignal): Promise<AsyncIterable<ConnectionTestEvent>>
}

export interface ConnectionTestsOptions {
  database: Database
  link: Pick<LinkClient, 'events'>
  /** Maximum number of concurrent tests per organization, in this process. */
  maximumParallel?: number
}

/** The worker ends a test before this. */
const deadlineMs = 65_000
/** A missing worker is reported immediately; a busy one must not delay the first event. */
const graceMs = 150
const parallel = 4

export function createConnectionTestsService(options: ConnectionTestsOptions): ConnectionTestsService {
  const { database, link } = options
  const running = new Map<string, number>()
  const take = (organizationId: string, signal: AbortSignal) => {
    const before = running.get(organizationId) ?? 0
    if (before >= (options.maximumParallel ?? parallel))
      throw new AppError(
        platformProblems.rate_limited,
        `${before} connection tests of your organization are running.`,
        {
          retryAfterSeconds: 5,
        },
      )
    running.set(organizationId, before + 1)
    const release = () => {
      const left = (running.get(organizationId) ?? 1) - 1
      if (left > 0) running.set(organizationId, left)
      else running.delete(organizationId)
    }
    if (signal.aborted) release()
    else signal.addEventListener('abort', release, { once: true })
  }
  return {
    async begin(actor, body, signal) {
      const { organizationId, userId } = actor
      await countTester(database.systemDb, actor)
      const place = await findTarget(database, actor, body)
      await countTarget(database.systemDb, actor, place)
      take(organizationId, signal)
      await database.tenant(organizationId, (tx) => recordAudit(tx, actor, toNote(body, place)))
      const call = { organizationId, actorId: userId, signal, deadlineMs }
      return await beginSoon(link.events(testConnection, toArguments(body), call))
    },
  }
}

async function findTarget(database: Database, actor: Actor, body: TestConnection): Promise<TestTarget> {
  if (!('serverId' in body)) return { host: body.host, port: body.port, isRegistered: false }
  const { organizationId } = actor
  const row = await database.tenant(organizationId, (tx) => requireServer(tx, organizationId, body.serverId))
  return { host: row.host, port: row.port, isRegistered: true }
}

function toNote(body: TestConnection, { host, port }: TestTarget) {
  return {
    action: 'server.connection_tested' as const,
    targetKind: 'server',
    targetId: 'serverId' in body ? body.serverId : null,
    detail: { host, port },
  }
}

function toArguments(body: TestConnection) {
  if ('serverId' in body) return body
  const { host, port, username, privateKey, passphrase, hostKeyFingerprint = null } = body
  const secret = (text: string | undefined) => (text === undefined ? null : new Secret(text))
  return { host, port, username, privateKey: secret(privateKey), passphrase: secret(passphrase), hostKeyFingerprint }
}

/** The worker's first event is known in advance, so it is sent without waiting; only a refusal is waited for. */
async function beginSoon(events: AsyncGenerator<ConnectionTestEvent>): Promise<AsyncIterable<ConnectionTestEvent>> {
  const first = events.next()
  first.catch(() => undefined)
  await Promise.race([first, delay(graceMs, undefined, { ref: false })])
  return relay(first, events)
}

async function* relay(
  first: Promise<IteratorResult<ConnectionTestEvent>>,
  events: AsyncGenerator<ConnectionTestEvent>,
): AsyncGenerator<ConnectionTestEvent> {
  yield {
    event: 'stage',
    data: { stage: 'dns', status: 'running', detail: null, hint: null, code: null, durationMs: null },
  }
  await first
  yield* events
}
