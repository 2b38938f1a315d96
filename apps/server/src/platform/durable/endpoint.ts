/** HTTP/2 endpoint that Restate calls; it accepts only requests with Restate's signature. */
import { once } from 'node:events'
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2'
import { createEndpointHandler, handlers, type ObjectContext, object } from '@restatedev/restate-sdk/node'
import type { Log } from '../log/log.ts'
import type { Drive } from './driver.ts'
import { engineNames } from './engine-client.ts'
import { maxDeadlineMs } from './workflow.ts'

/** A long silent step must not run a second time; a lost connection reveals a dead worker. */
const handlerOptions = {
  inactivityTimeout: maxDeadlineMs + 86_400_000,
  abortTimeout: { minutes: 1 },
  journalRetention: 0,
  idempotencyRetention: { minutes: 2 },
  // End an invocation that can't make progress: while paused it would look alive forever. The reconciler creates a new
  // one.
  retryPolicy: {
    initialInterval: 100,
    maxInterval: 5_000,
    exponentiationFactor: 2,
    maxAttempts: 50,
    onMaxAttempts: 'kill',
  },
} as const

export class Endpoint implements AsyncDisposable {
  readonly #server: Http2Server
  readonly #sessions = new Set<ServerHttp2Session>()

  constructor(options: { drive: Drive; identityKeys: readonly string[]; log: Log }) {
    if (options.identityKeys.length === 0) throw new TypeError('the engine’s identity key is missing')
    const drive = async (context: ObjectContext) =>
      await options.drive(context.key, context.request().attemptCompletedSignal)
    const subject = object({
      name: engineNames.object,
      handlers: { [engineNames.handler]: handlers.object.exclusive(handlerOptions, drive) },
    })
    const handle = createEndpointHandler({
      services: [subject],
      identityKeys: [...options.identityKeys],
      logger: (meta, ...parts) => {
        const text = parts.join(' ')
        // The SDK reports every interrupted attempt as an error; only rejected requests are worth a warning.
        const level = text.startsWith('Rejecting request') ? 'warn' : 'debug'
        options.log[level]({ engineLevel: meta.level }, text)
      },
    })
    this.#server = createServer((request, response) => handle(request, response))
    this.#server.on('session', (session) => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
  }

  async listen(host: string, port: number): Promise<number> {
    this.#server.listen({ host, port })
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }

  /** Closes every connection, so that Restate calls another worker or this one's successor. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const session of this.#sessions) session.destroy()
    await closed
  }
}
