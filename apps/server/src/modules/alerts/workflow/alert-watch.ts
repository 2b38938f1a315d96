/** Judges every connected server in turn. No runs: most looks find nothing new and write nothing. */
import type { Database } from '../../../platform/database/database.ts'
import { Loop } from '../../../platform/durable/loop.ts'
import type { Log } from '../../../platform/log/log.ts'
import { takeDueJudgements } from '../alerts.system-repository.ts'
import { judgeAlerts } from './judge-alerts.ts'
import type { AlertSources } from './see-server.ts'

export interface AlertWatchOptions {
  database: Database
  log: Log
  everyMs: number
  sources: AlertSources
}

const serversAtOnce = 50

export class AlertWatch implements AsyncDisposable {
  readonly #options: AlertWatchOptions
  readonly #loop: Loop

  constructor(options: AlertWatchOptions) {
    this.#options = options
    const everyMs = Math.min(1_000, options.everyMs)
    this.#loop = new Loop({ name: 'alerts', everyMs, log: options.log }, () => this.#round())
  }

  start(): void {
    this.#loop.start()
  }

  async #round(): Promise<void> {
    const { database, everyMs, sources, log } = this.#options
    for (const due of await takeDueJudgements(database.systemDb, { limit: serversAtOnce, everyMs })) {
      try {
        await database.tenant(due.organizationId, (tx) => judgeAlerts(tx, due, { now: new Date(), sources }))
      } catch (error) {
        // The others are not to wait for one that cannot be judged.
        log.warn({ err: error, serverId: due.serverId }, 'a server could not be judged')
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]()
  }
}
