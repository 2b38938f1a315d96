/**
 * One LISTEN connection per process. It reconnects automatically; `onReconnect` informs subscribers that they may have
 * missed notifications, so that they read the tables again. A notification is only a hint to read, it carries no data.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log/log.ts'

export interface Listener extends AsyncDisposable {
  listen(channel: string, handler: (payload: string) => void): Promise<() => void>
  onReconnect(handler: () => void): () => void
  /** Resolves when the first connection is established. */
  start(): Promise<void>
}

export function createListener(options: { url: string; applicationName: string; log: Log }): Listener {
  return new PgListener(options.url, options.applicationName, options.log)
}

class PgListener implements Listener {
  readonly #url: string
  readonly #name: string
  readonly #log: Log
  readonly #handlers = new Map<string, Set<(payload: string) => void>>()
  readonly #reconnectHandlers = new Set<() => void>()
  readonly #closing = new AbortController()
  #client: pg.Client | undefined
  /** Serializes statements, because the driver runs one at a time. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(url: string, name: string, log: Log) {
    this.#url = url
    this.#name = name
    this.#log = log
  }

  async start(): Promise<void> {
    await this.#connect()
  }

  async listen(channel: string, handler: (payload: string) => void): Promise<() => void> {
    const known = this.#handlers.get(channel)
    const handlers = known ?? new Set()
    handlers.add(handler)
    this.#handlers.set(channel, handlers)
    if (known === undefined) {
      this.#last = this.#last
        .catch(() => undefined)
        .then(() => this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`))
      await this.#last
    }
    return () => void handlers.delete(handler)
  }

  onReconnect(handler: () => void): () => void {
    this.#reconnectHandlers.add(handler)
    return () => void this.#reconnectHandlers.delete(handler)
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: `${this.#name}-listen`,
      // This connection only listens. Without probes, the loss of the server would go unnoticed for hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
    })
    client.on('notification', (message) => {
      for (const handler of this.#handlers.get(message.channel) ?? []) handler(message.payload ?? '')
    })
    client.on('error', (error) => this.#log.warn({ err: error }, 'listen connection broke'))
    await client.connect()
    try {
      for (const channel of this.#handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      // The caller retries, so close this connection; otherwise two would exist, or its error would start another
      // reconnect.
      await client.end().catch(() => undefined)
      throw error
    }
    client.once('end', () => void this.#reconnect())
    this.#client = client
  }

  async #reconnect(): Promise<void> {
    this.#client = undefined
    for (let waitMs = 100; !this.#closing.signal.aborted; waitMs = Math.min(waitMs * 2, 2_000)) {
      await delay(waitMs)
      if (this.#closing.signal.aborted) return
      try {
        await this.#connect()
      } catch (error) {
        this.#log.warn({ err: error }, 'cannot listen yet')
        continue
      }
      for (const handler of this.#reconnectHandlers) handler()
      return
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#client?.end()
  }
}
