/**
 * A minimal balancer in front of several workers: new connections go round-robin to targets that pass their health
 * check. Open connections stay, even those to a target that hangs: detecting that is Restate's job.
 */
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, createServer, type Server, type Socket } from 'node:net'

export class TcpBalancer implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #targets = new Map<number, boolean>()
  readonly #timer: NodeJS.Timeout
  #turn = 0

  private constructor() {
    this.#server = createServer((socket) => this.#forward(socket))
    this.#timer = setInterval(() => void this.#checkAll(), 250)
  }

  static async start(): Promise<TcpBalancer> {
    const balancer = new TcpBalancer()
    balancer.#server.listen(0, '127.0.0.1')
    await once(balancer.#server, 'listening')
    return balancer
  }

  get url(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }

  add(port: number): void {
    this.#targets.set(port, true)
  }

  remove(port: number): void {
    this.#targets.delete(port)
  }

  #forward(inbound: Socket): void {
    const healthy = [...this.#targets].filter(([, isHealthy]) => isHealthy).map(([port]) => port)
    const port = healthy[this.#turn++ % Math.max(1, healthy.length)]
    if (port === undefined) return void inbound.destroy()
    const outbound = connect(port, '127.0.0.1')
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

  async #checkAll(): Promise<void> {
    await Promise.all(
      [...this.#targets.keys()].map(async (port) => {
        const isHealthy = await answersHealth(port)
        if (this.#targets.has(port)) this.#targets.set(port, isHealthy)
      }),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

async function answersHealth(port: number): Promise<boolean> {
  const session = connectHttp2(`http://127.0.0.1:${port}`)
  session.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), 1_000)
  const stream = session.request({ ':path': '/health' })
  stream.on('response', (headers) => resolve(headers[':status'] === 200))
  stream.on('error', () => resolve(false))
  stream.resume()
  stream.end()
  const isHealthy = await promise
  clearTimeout(timer)
  session.destroy()
  return isHealthy
}
