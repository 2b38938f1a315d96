/** Many event-stream readers in one process: raw sockets and a parser that reads only what the bench counts. */
import { once } from 'node:events'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { preciseNow } from './stream-publisher.ts'

export interface StreamTarget {
  port: number
  token: string
  localAddress: string
}

export class StreamClient {
  readonly organizationId: string
  readonly #target: StreamTarget
  readonly #latenciesMs: number[]
  #socket: Socket | undefined
  #rest = ''
  #onId: (() => void) | undefined
  /** Id of the last message with one. */
  lastId: number | undefined
  received = 0
  outOfOrder = 0

  constructor(organizationId: string, target: StreamTarget, latenciesMs: number[]) {
    this.organizationId = organizationId
    this.#target = target
    this.#latenciesMs = latenciesMs
  }

  /** Resolves with the first message that has an id. Retries when the connection is refused or reset. */
  async connect(): Promise<void> {
    const arrived = new Promise<void>((resolve) => {
      this.#onId = resolve
    })
    this.#open()
    await arrived
  }

  disconnect(): void {
    this.#socket?.removeAllListeners('close')
    this.#socket?.destroy()
    this.#rest = ''
  }

  /** Resolves when the given id has arrived. */
  async reaches(id: number): Promise<void> {
    while ((this.lastId ?? -1) < id) {
      await new Promise<void>((resolve) => {
        this.#onId = resolve
      })
    }
  }

  #open(): void {
    const { port, token, localAddress } = this.#target
    const resume = this.lastId === undefined ? '' : `last-event-id: ${this.lastId}\r\n`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    this.#socket = socket
    this.#rest = ''
    socket.setEncoding('latin1')
    socket.on('error', () => undefined)
    socket.once('close', () => setTimeout(() => this.#open(), 200))
    socket.on('data', (text: string) => this.#read(text))
    socket.write(`${requestHead(token)}${resume}\r\n`)
  }

  #read(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#readBlock(block)
  }

  #readBlock(block: string): void {
    // Search at the start of a line: headers such as x-request-id come before it.
    const start = block.startsWith('id: ') ? 0 : block.indexOf('\nid: ') + 1
    if (start === 0 && !block.startsWith('id: ')) return
    const id = Number.parseInt(block.slice(start + 4), 10)
    const at = block.indexOf('"at": ')
    if (at !== -1) {
      this.#latenciesMs.push(preciseNow() - Number.parseFloat(block.slice(at + 6)))
      this.received += 1
    }
    if (this.lastId !== undefined && id !== this.lastId + 1) this.outOfOrder += 1
    this.lastId = id
    this.#onId?.()
  }
}

/** A client that sends a request and then never reads. */
export async function connectSilent(to: NetConnectOpts, token: string): Promise<Socket> {
  const socket = connect(to)
  socket.pause()
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(`${requestHead(token)}\r\n`)
  return socket
}

function requestHead(token: string): string {
  return `GET /api/v1/events HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n`
}
