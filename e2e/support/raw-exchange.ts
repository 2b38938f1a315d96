/** Sends bytes to a socket and reads the response: for requests that no well-behaved client would send. */
import { connect } from 'node:net'
import { parse } from './exchange.ts'

export interface RawReceived {
  /** 0 if the connection was closed without a response. */
  status: number
  head: string
  text: string
  body: unknown
}

/** Resolves with the first response, without waiting for more. */
export async function rawExchange(url: string, bytes: string | Buffer, timeoutMs = 5_000): Promise<RawReceived> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<RawReceived>()
  const socket = connect(Number(port), hostname)
  const timer = setTimeout(() => reject(new Error(`no answer to ${String(bytes).slice(0, 80)}`)), timeoutMs)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    const received = withoutInterim(Buffer.concat(chunks))
    if (isComplete(received)) resolve(toAnswer(received))
  })
  socket.on('error', () => resolve(toAnswer(withoutInterim(Buffer.concat(chunks)))))
  socket.on('close', () => resolve(toAnswer(withoutInterim(Buffer.concat(chunks)))))
  socket.write(bytes)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

/** `100 Continue` isn't an answer yet. */
function withoutInterim(received: Buffer): Buffer {
  const end = received.indexOf('\r\n\r\n')
  return /^HTTP\/1\.1 1\d\d/.test(received.toString('latin1', 0, 12)) ? received.subarray(end + 4) : received
}

function isComplete(received: Buffer): boolean {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(received.subarray(0, end).toString('latin1'))?.[1]
  return length !== undefined && received.length >= end + 4 + Number(length)
}

function toAnswer(received: Buffer): RawReceived {
  const all = received.toString('utf8')
  const end = all.indexOf('\r\n\r\n')
  const [head, text] = end === -1 ? [all, ''] : [all.slice(0, end), all.slice(end + 4)]
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, text, body: parse(text) }
}
