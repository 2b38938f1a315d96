/** A TCP proxy that misbehaves on demand: latency, silence in both directions or one, resets. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** `blackhole` drops bytes in both directions without an error. `half-open` only drops the server's responses. */
export type Fault = 'none' | 'blackhole' | 'half-open'

export class FaultProxy implements AsyncDisposable {
  fault: Fault = 'none'
  /** Latency in each direction. */
  latencyMs = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(targetPort: number) {
    this.#server = createServer((client) => this.#join(client, connect(targetPort, '127.0.0.1')))
  }

  static async start(targetPort: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetPort)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  readonly host = '127.0.0.1'

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  /** Resets every open connection on both sides. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  #join(client: Socket, server: Socket): void {
    this.#carry(client, server, () => this.fault !== 'blackhole')
    this.#carry(server, client, () => this.fault === 'none')
  }

  #carry(from: Socket, to: Socket, isPassing: () => boolean): void {
    this.#sockets.add(from)
    from.setNoDelay(true)
    const later = (work: () => void) => (this.latencyMs === 0 ? work() : void setTimeout(work, this.latencyMs))
    from.on('data', (chunk) => {
      if (isPassing()) later(() => to.writable && to.write(chunk))
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      this.#sockets.delete(from)
      // A connection that drops bytes also drops the close.
      if (isPassing()) later(() => to.destroy())
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
