/**
 * The logs of one server over one connection: one reading per container, an event stream that reports new and stopped
 * ones, and a periodic listing for what no event reported.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type ContainerEvent, createEngine, type Engine, instanceLabel, isStatus } from '@longshore/remote/docker'
import type { ServerConnection } from '@longshore/remote/ssh'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Log } from '../../platform/log/log.ts'
import { createRedactor, type Redactor } from '../../platform/secrets/redactor.ts'
import type { EventKind } from './container-events.repository.ts'
import { type Containers, type FollowedContainer, shortId } from './followed-container.context.ts'
import { LineReader, type ReadLines } from './line-reader.stream.ts'
import type { LogBuffer } from './log-buffer.stream.ts'
import { forgetCursors, readCursor, readEventsAt } from './log-collection.repository.ts'
import { type LogCursor, readFrom } from './log-cursor.policy.ts'

export interface SessionOptions {
  database: Database
  organizationId: OrganizationId
  serverId: Id<'srv'>
  containers: Containers
  buffer: LogBuffer
  log: Log
  signal: AbortSignal
}

const pollEveryMs = 30_000
/** Where Docker's socket can't be forwarded, each reading takes a channel that deployments need too. */
const readingsWithoutForwarding = 1
const maxReadings = 500
/** In nanoseconds, before all events: containers can start before the first session of a server does. */
const beforeAllEvents = '1000000000'
const kinds: Readonly<Partial<Record<ContainerEvent['action'], EventKind>>> = {
  start: 'started',
  die: 'exited',
  oom: 'out_of_memory',
  healthy: 'healthy',
  unhealthy: 'unhealthy',
}

export class ServerSession {
  readonly #options: SessionOptions
  readonly #engine: Engine
  readonly #connection: ServerConnection
  readonly #ended = new AbortController()
  readonly #signal: AbortSignal
  readonly #readings = new Map<string, Promise<void>>()
  /** Stopped containers that were read to their end. */
  readonly #finished = new Set<string>()
  readonly #startedAgain = new Set<string>()
  /** Ahead of the stored cursors by what is still in the buffer. */
  readonly #cursors = new Map<string, LogCursor>()
  readonly #redactors = new Map<string, Promise<Redactor>>()

  constructor(connection: ServerConnection, options: SessionOptions) {
    this.#options = options
    this.#connection = connection
    this.#engine = createEngine(connection)
    this.#signal = AbortSignal.any([options.signal, connection.closed, this.#ended.signal])
  }

  /** Ends with an error when the connection is lost, and when the signal fires. */
  async run(): Promise<void> {
    try {
      await Promise.all([this.#events(), this.#scanContainers()])
    } finally {
      this.#ended.abort()
      await Promise.allSettled(this.#readings.values())
    }
  }

  async #events(): Promise<void> {
    const { database, organizationId, serverId, containers, buffer } = this.#options
    const stored = await database.tenant(organizationId, (tx) => readEventsAt(tx, organizationId, serverId))
    const since = stored ?? beforeAllEvents
    const labels = [`${instanceLabel}=${containers.instance}`]
    for await (const event of this.#engine.readEvents({ since, labels, signal: this.#signal })) {
      const owner = containers.ownerOf(event.labels)
      if (owner === undefined) continue
      const container = { ...owner, id: event.container }
      if (event.action === 'start') {
        this.#finished.delete(container.id)
        this.#startedAgain.add(container.id)
        this.#follow(container)
      }
      const kind = kinds[event.action]
      if (kind === undefined) continue
      const at = new Date(Number(event.at.slice(0, -6)))
      const exitCode = kind === 'exited' ? event.exitCode : null
      await buffer.addEvent({ ...owner, container: shortId(event.container), kind, exitCode, at, reportedAt: event.at })
    }
    throw new Error('the Engine ended its events')
  }

  async #scanContainers(): Promise<void> {
    const { database, organizationId, serverId, containers } = this.#options
    for (;;) {
      const filters = { label: [`${instanceLabel}=${containers.instance}`] }
      const found = await this.#engine.listContainers({ all: true, filters, signal: this.#signal })
      for (const { Id: id, Labels: labels } of found) {
        const owner = containers.ownerOf(labels)
        if (owner !== undefined && !this.#finished.has(id)) this.#follow({ ...owner, id })
      }
      const present = found.map(({ Id }) => Id)
      this.#forgetAllBut(new Set(present))
      await database.tenant(organizationId, (tx) => forgetCursors(tx, organizationId, { serverId, present }))
      await delay(pollEveryMs, undefined, { signal: this.#signal })
    }
  }

  #forgetAllBut(present: ReadonlySet<string>): void {
    for (const known of [this.#finished, this.#startedAgain, this.#cursors])
      for (const id of known.keys()) if (!present.has(id) && !this.#readings.has(id)) known.delete(id)
  }

  #follow(container: FollowedContainer): void {
    const { id } = container
    const most = this.#connection.dockerConnections === undefined ? maxReadings : readingsWithoutForwarding
    if (this.#signal.aborted || this.#readings.has(id) || this.#readings.size >= most) return
    const reading = this.#keepReading(container).finally(() => this.#readings.delete(id))
    this.#readings.set(id, reading)
  }

  async #keepReading(container: FollowedContainer): Promise<void> {
    const { id } = container
    try {
      do {
        this.#startedAgain.delete(id)
        await this.#read(container)
      } while (this.#startedAgain.has(id))
      this.#finished.add(id)
    } catch (error) {
      // Removed while it was read, or never there; its lines so far are kept.
      if (this.#signal.aborted || isStatus(error, 404, 409)) return
      this.#options.log.warn({ err: error, container: shortId(id) }, 'a log could not be read to its end')
    }
  }

  /** Reads until the container stops, when the Docker Engine ends the reading. */
  async #read(container: FollowedContainer): Promise<void> {
    const { buffer } = this.#options
    const redactor = await this.#redactorOf(container)
    const cursor = this.#cursors.get(container.id) ?? (await this.#storedCursor(container.id))
    const reader = new LineReader(cursor, redactor)
    const take = async (read: ReadLines) => {
      this.#cursors.set(container.id, read.cursor)
      await buffer.add(container, read)
    }
    const options = { since: readFrom(cursor), follow: true, signal: this.#signal }
    for await (const entries of this.#engine.readLogEntries(container.id, options)) await take(reader.read(entries))
    await take(reader.end())
  }

  async #storedCursor(container: string): Promise<LogCursor> {
    const { database, organizationId, serverId } = this.#options
    return await database.tenant(organizationId, (tx) => readCursor(tx, organizationId, { serverId, container }))
  }

  /** Nothing is read without its secrets: late is better than unredacted. */
  #redactorOf(container: FollowedContainer): Promise<Redactor> {
    const { organizationId, containers } = this.#options
    const key = `${container.environmentId} ${container.deploymentId}`
    const known = this.#redactors.get(key)
    if (known !== undefined) return known
    const created = containers.secretsOf(organizationId, container).then((secrets) => createRedactor(secrets))
    this.#redactors.set(key, created)
    created.catch(() => this.#redactors.delete(key))
    return created
  }
}
