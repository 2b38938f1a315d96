/**
 * Starts a run for each connector for which something waits. The rows are the outbox: whoever writes them starts nothing and waits
 * for nobody, and a lost wake-up costs a second. A run too many finds nothing to do.
 */
import type { Database } from '../../../platform/database/database.ts'
import type { Listener } from '../../../platform/database/listener.ts'
import { Loop } from '../../../platform/durable/loop.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import type { Log } from '../../../platform/log/log.ts'
import { findDueConnectors } from '../deliveries.system-repository.ts'
import { deliverNotices } from '../delivery-workflows.ts'

export interface DeliveryWatchOptions {
  database: Database
  listener: Listener
  log: Log
}

const everyMs = 1_000
const connectorsAtOnce = 200
/** Whoever wrote it goes on first, and what comes in a row is told by one run. */
const settleMs = 2_000

export class DeliveryWatch implements AsyncDisposable {
  readonly #options: DeliveryWatchOptions
  readonly #loop: Loop
  #unlisten: (() => void) | undefined

  constructor(options: DeliveryWatchOptions) {
    this.#options = options
    this.#loop = new Loop({ name: 'notices', everyMs, log: options.log }, () =>
      startDeliveries(options.database, settleMs),
    )
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#options.listener.listen('notice_deliveries', () => this.#loop.wake())
    this.#loop.start()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#unlisten?.()
    await this.#loop[Symbol.asyncDispose]()
  }
}

export async function startDeliveries(database: Database, afterMs: number): Promise<void> {
  const search = { object: deliverNotices.object, settleMs: afterMs, limit: connectorsAtOnce }
  const due = await findDueConnectors(database.systemDb, search)
  for (const { id, organizationId } of due)
    await database.tenant(organizationId, async (tx) => {
      await startRun(tx, { workflow: deliverNotices, key: id, input: { connectorId: id }, organizationId })
    })
}
