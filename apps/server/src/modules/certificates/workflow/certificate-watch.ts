/**
 * Looks at proxies when their certificates are expected to have changed: while one is got, when one was to be renewed. Every
 * other change is seen by the regular look at the server.
 */
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import { Looks } from '../../../platform/durable/looks.ts'
import { Loop } from '../../../platform/durable/loop.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Log } from '../../../platform/log/log.ts'
import { takeDueServers } from '../certificates.system-repository.ts'

export interface CertificateWatchOptions {
  database: Database
  log: Log
  atOnce: number
  /** Brings what the proxy says into the database. */
  look(organizationId: OrganizationId, serverId: Id<'srv'>, signal: AbortSignal): Promise<void>
}

const everyMs = 500
const lookMs = 30_000
/** A server that cannot be reached. */
const againMs = 30_000

export class CertificateWatch implements AsyncDisposable {
  readonly #options: CertificateWatchOptions
  readonly #loop: Loop
  readonly #looks: Looks

  constructor(options: CertificateWatchOptions) {
    this.#options = options
    this.#looks = new Looks(options)
    this.#loop = new Loop({ name: 'certificates', everyMs, log: options.log }, () => this.#round())
  }

  start(): void {
    this.#loop.start()
  }

  async #round(): Promise<void> {
    const { database, log, look } = this.#options
    const limit = this.#looks.room
    if (limit === 0) return
    for (const { serverId, organizationId } of await takeDueServers(database.systemDb, { limit, againMs })) {
      if (this.#looks.has(serverId)) continue
      // The look at the server itself says what is wrong with it.
      const onError = (err: unknown) => log.debug({ err, serverId }, 'certificates could not be looked at')
      this.#looks.begin(serverId, (signal) => look(organizationId, serverId, signal), { onError, withinMs: lookMs })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#looks.stop()
    await this.#loop[Symbol.asyncDispose]()
    await this.#looks[Symbol.asyncDispose]()
  }
}
