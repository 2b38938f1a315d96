/** Requests that take seconds and WebSockets that stay open, across a switch: each must end correctly. */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Entry } from './load.ts'

const echoEveryMs = 150
const answerMs = 120_000

/** Sends messages from before a deployment until it is stopped, and then closes properly. */
export class EchoingSocket {
  readonly #socket: Socket
  readonly #stop = new AbortController()
  readonly #running: Promise<string | null>
  #received = Buffer.alloc(0)
  #ended: string | null = null
  echoes = 0

  constructor(entry: Entry) {
    this.#socket = connect({ host: entry.host, port: entry.httpPort })
    this.#socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
    })
    this.#socket.on('error', (error) => {
      this.#ended ??= error.message
    })
    this.#socket.on('close', () => {
      this.#ended ??= 'the connection was closed'
    })
    this.#running = this.#talk(entry.hostname).catch((error: unknown) => String(error))
  }

  /** Null if every message came back and the connection closed properly. */
  async end(): Promise<string | null> {
    this.#stop.abort()
    return await this.#running
  }

  async #talk(hostname: string): Promise<string | null> {
    const head = [
      'GET /socket HTTP/1.1',
      `Host: ${hostname}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ]
    this.#socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const end = await this.#until(() => this.#received.indexOf('\r\n\r\n'))
    if (!this.#received.toString('latin1').startsWith('HTTP/1.1 101')) return 'it was not upgraded'
    this.#received = this.#received.subarray(end + 4)
    while (!this.#stop.signal.aborted) {
      const text = randomBytes(8).toString('hex')
      this.#socket.write(frameOf(0x81, Buffer.from(text)))
      await this.#until(() => (this.#received.length >= 2 + text.length ? 1 : -1))
      const answer = this.#received.subarray(2, 2 + text.length).toString()
      if (answer !== text) return `it said ${answer} instead of ${text}`
      this.#received = this.#received.subarray(2 + text.length)
      this.echoes += 1
      await delay(echoEveryMs)
    }
    this.#socket.write(frameOf(0x88, Buffer.alloc(0)))
    await this.#until(() => (this.#received[0] === 0x88 ? 1 : -1))
    this.#socket.destroy()
    return null
  }

  async #until(find: () => number): Promise<number> {
    for (const deadline = Date.now() + answerMs; ; await delay(5)) {
      const found = find()
      if (found >= 0) return found
      if (this.#ended !== null) throw new Error(this.#ended)
      if (Date.now() > deadline) throw new Error('nothing came back')
    }
  }
}

function frameOf(kind: number, content: Buffer): Buffer {
  const mask = randomBytes(4)
  const masked = content.map((byte, index) => byte ^ (mask[index % 4] ?? 0))
  return Buffer.concat([Buffer.from([kind, 0x80 | content.length]), mask, masked])
}
