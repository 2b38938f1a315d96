/** A TCP proxy whose connections can be cut, and kept cut, between the worker and a target. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

export class CutProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #target = 0
  #isCut = false

  private constructor() {
    this.#server = createServer((socket) => this.#forward(socket))
  }

  static async start(): Promise<CutProxy> {
    const proxy = new CutProxy()
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  lead(port: number): void {
    this.#target = port
    this.#isCut = false
  }

  /** Ends every connection; new ones end at once, too, until `repair`. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  undo(): void {
    this.#isCut = false
  }

  #forward(inbound: Socket): void {
    if (this.#isCut) return void inbound.destroy()
    const outbound = connect(this.#target, '127.0.0.1')
    for (const [from, to] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      this.#sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
