/** Looks at domains that are due. Looks are no runs, since most find nothing new. */
import { Looks } from '../../../platform/durable/looks.ts'
import { Loop } from '../../../platform/durable/loop.ts'
import type { Log } from '../../../platform/log/log.ts'
import { takeDueDomains } from '../domains.system-repository.ts'
import { type LookTools, lookAtDomain } from './look-at-domain.ts'

const atOnce = 16
const roundMs = 500
const lookMs = 60_000
/** A worker that dies in a look costs this long. */
const againMs = 90_000

export class DomainWatch implements AsyncDisposable {
  readonly #tools: LookTools
  readonly #log: Log
  readonly #loop: Loop
  readonly #looks = new Looks({ atOnce })

  constructor({ tools, log }: { tools: LookTools; log: Log }) {
    this.#tools = tools
    this.#log = log
    this.#loop = new Loop({ name: 'domains', everyMs: roundMs, log }, () => this.#round())
  }

  start(): void {
    this.#loop.start()
  }

  async #round(): Promise<void> {
    if (this.#looks.room === 0) return
    const due = await takeDueDomains(this.#tools.database.systemDb, { limit: this.#looks.room, againMs })
    for (const each of due)
      this.#looks.begin(each.id, (signal) => lookAtDomain(this.#tools, each, signal), {
        withinMs: lookMs,
        onError: (err) => this.#log.warn({ err, domainId: each.id }, 'a look at a domain failed, the next follows'),
      })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#looks.stop()
    await this.#loop[Symbol.asyncDispose]()
    await this.#looks[Symbol.asyncDispose]()
  }
}
