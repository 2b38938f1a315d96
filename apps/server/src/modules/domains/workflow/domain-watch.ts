/** Looks at domains that are due. Looks are no runs, since most find nothing new. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import { Looks } from '../../../platform/durable/looks.ts'
import { Loop } from '../../../platform/durable/loop.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type DueDomain, takeDueDomains } from '../domains.system-repository.ts'
import { type LookTools, lookAtDomain } from './look-at-domain.ts'

const atOnce = 16
/** Of one organisation at a time. */
const turns = 6
const roundMs = 500
const lookMs = 60_000
/** A worker that dies in a look costs this long. */
const againMs = 90_000

export class DomainWatch implements AsyncDisposable {
  readonly #tools: LookTools
  readonly #log: Log
  readonly #loop: Loop
  readonly #looks = new Looks({ atOnce })
  readonly #running = new Map<OrganizationId, number>()

  constructor({ tools, log }: { tools: LookTools; log: Log }) {
    this.#tools = tools
    this.#log = log
    this.#loop = new Loop({ name: 'domains', everyMs: roundMs, log }, () => this.#round())
  }

  start(): void {
    this.#loop.start()
  }

  async #round(): Promise<void> {
    const limit = this.#looks.room
    if (limit === 0) return
    const busy = [...this.#running].filter(([, count]) => count >= turns).map(([organizationId]) => organizationId)
    const due = await takeDueDomains(this.#tools.database.systemDb, { limit, turns, busy, againMs })
    for (const each of due)
      this.#looks.begin(each.id, (signal) => this.#look(each, signal), {
        withinMs: lookMs,
        onError: (err) => this.#log.warn({ err, domainId: each.id }, 'a look at a domain failed, the next follows'),
      })
  }

  async #look(due: DueDomain, signal: AbortSignal): Promise<void> {
    const { organizationId } = due
    this.#running.set(organizationId, (this.#running.get(organizationId) ?? 0) + 1)
    try {
      await lookAtDomain(this.#tools, due, signal)
    } finally {
      const left = (this.#running.get(organizationId) ?? 1) - 1
      if (left > 0) this.#running.set(organizationId, left)
      else this.#running.delete(organizationId)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#looks.stop()
    await this.#loop[Symbol.asyncDispose]()
    await this.#looks[Symbol.asyncDispose]()
  }
}
