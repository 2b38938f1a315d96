/**
 * Looks at every server in turn: a loop over those that are due, a bounded number at once. Servers are shared between
 * workers without locks: the worker that looked at a server before takes it the moment it is due, since it holds the
 * connection; any other only when it is overdue, after a delay of its own. Two that look at once do no harm: what the
 * later one found is not written.
 */

import { Looks } from '../../../platform/durable/looks.ts'
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
  readonly #looks: Looks
  /** Those that this worker looked at last. */
  readonly #own = new Set<string>()
  readonly #startedAt = Date.now()

  constructor(options: ServerChecksOptions) {
    this.#options = options
    this.#looks = new Looks(options)
    this.#loop = new Loop({ name: 'server-checks', everyMs: options.everyMs ?? 500, log: options.log }, () =>
      this.#round(),
    )
  }

  start(): void {
    this.#loop.start()
  }

  async #round(): Promise<void> {
    const { work } = this.#options
    const free = this.#looks.room
    if (free === 0) return
    const except = this.#looks.keys
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
    const { log } = this.#options
    const onError = (err: unknown) => log.warn({ err, serverId: server.id }, 'a look at a server failed')
    this.#looks.begin(server.id, (signal) => this.#look(server, signal), { onError })
  }

  async #look(server: DueServer, signal: AbortSignal): Promise<void> {
    const end = await checkServer(this.#options.work, server, signal)
    if (end === 'lost' || end === 'gone') this.#own.delete(server.id)
    else this.#own.add(server.id)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#looks.stop()
    await this.#loop[Symbol.asyncDispose]()
    await this.#looks[Symbol.asyncDispose]()
  }
}
