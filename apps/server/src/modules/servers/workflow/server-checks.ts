/**
 * Looks at every server in turn: a loop over those that are due, a bounded number at once. Servers are shared between
 * workers without locks: the worker that looked at a server before takes it the moment it is due, since it holds the
 * connection; any other only when it is overdue, after a delay of its own. Two that look at once do no harm: what the
 * later one found is not written.
 */

import { Loop } from '../../../platform/durable/loop.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type DueServer, listDueServers } from '../server-checks.system-repository.ts'
import { checkServer } from './check-server.ts'
import type { ServerWork } from './server-work.ts'

export interface ServerChecksOptions {
  work: ServerWork
  log: Log
  atOnce: number
  /** Between two looks into the table. */
  everyMs?: number
}

const overdueMs = 2_000
const spreadMs = 2_000

export class ServerChecks implements AsyncDisposable {
  readonly #options: ServerChecksOptions
  readonly #loop: Loop
  readonly #stop = new AbortController()
  readonly #running = new Map<string, Promise<void>>()
  /** Those that this worker looked at last. */
  readonly #own = new Set<string>()
  readonly #startedAt = Date.now()

  constructor(options: ServerChecksOptions) {
    this.#options = options
    this.#loop = new Loop({ name: 'server-checks', everyMs: options.everyMs ?? 500, log: options.log }, () =>
      this.#round(),
    )
  }

  start(): void {
    this.#loop.start()
  }

  async #round(): Promise<void> {
    const { work, atOnce } = this.#options
    const free = atOnce - this.#running.size
    if (free <= 0) return
    const except = [...this.#running.keys()]
    // More than fit: some of them may be for another worker.
    const due = await listDueServers(work.database.systemDb, { limit: free * 4, except })
    for (const server of due.filter((each) => this.#isForUs(each)).slice(0, free)) this.#begin(server)
  }

  #isForUs({ id, dueAt }: DueServer): boolean {
    if (this.#own.has(id)) return true
    const waitMs = overdueMs + Math.random() * spreadMs
    return Date.now() - Math.max(dueAt.getTime(), this.#startedAt - overdueMs) > waitMs
  }

  #begin(server: DueServer): void {
    const look = this.#look(server).finally(() => this.#running.delete(server.id))
    this.#running.set(server.id, look)
  }

  async #look(server: DueServer): Promise<void> {
    const { work, log } = this.#options
    try {
      const end = await checkServer(work, server, this.#stop.signal)
      if (end === 'lost' || end === 'gone') this.#own.delete(server.id)
      else this.#own.add(server.id)
    } catch (error) {
      if (!this.#stop.signal.aborted) log.warn({ err: error, serverId: server.id }, 'a look at a server failed')
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#loop[Symbol.asyncDispose]()
    await Promise.all(this.#running.values())
  }
}
