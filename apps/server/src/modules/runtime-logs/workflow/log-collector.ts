/**
 * Shares the servers between the workers: each holds some for a quarter of a minute and says so again long before. A worker that
 * dies loses them; the next one goes on where the stored lines end, since the Engine still has what came after.
 */
import { randomUUID } from 'node:crypto'
import { Loop } from '../../../platform/durable/loop.ts'
import { type LeasedServer, releaseLeases, takeLeases } from '../runtime-logs.system-repository.ts'
import { ServerLogs, type ServerLogsOptions } from './server-logs.ts'

export type LogCollectorOptions = Omit<ServerLogsOptions, 'owner' | 'server'> & {
  leaseMs?: number
  maxServers?: number
}

const roundMs = 5_000

export class LogCollector implements AsyncDisposable {
  readonly #options: LogCollectorOptions
  readonly #owner = randomUUID()
  readonly #servers = new Map<string, ServerLogs>()
  readonly #loop: Loop

  constructor(options: LogCollectorOptions) {
    this.#options = options
    this.#loop = new Loop({ name: 'runtime-logs', everyMs: roundMs, log: options.log }, () => this.#round())
  }

  start(): void {
    this.#loop.start()
  }

  async #round(): Promise<void> {
    const { database, leaseMs = 15_000, maxServers: limit = 500 } = this.#options
    const held = await takeLeases(database.systemDb, { owner: this.#owner, leaseMs, limit })
    const ids = new Set<string>(held.map(({ serverId }) => serverId))
    for (const server of held) if (!this.#servers.has(server.serverId)) this.#begin(server)
    for (const [id, logs] of this.#servers) if (!ids.has(id)) await this.#end(id, logs)
  }

  #begin(server: LeasedServer): void {
    this.#servers.set(server.serverId, new ServerLogs({ ...this.#options, owner: this.#owner, server }))
  }

  async #end(id: string, logs: ServerLogs): Promise<void> {
    this.#servers.delete(id)
    await logs[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]()
    await Promise.all([...this.#servers].map(([id, logs]) => this.#end(id, logs)))
    await releaseLeases(this.#options.database.systemDb, this.#owner)
  }
}
