/** One HTTP request exactly as given, over keep-alive connections. A stream is closed after its head. */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

export interface Sent {
  method: string
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export interface Received {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The parsed body, if it is JSON. */
  body: unknown
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const timeoutMs = 120_000
const maxTries = 3

/** Retries when the server has closed a keep-alive connection. */
export async function exchange(url: string, sent: Sent): Promise<Received> {
  for (let tried = 1; ; tried += 1) {
    const result = await exchangeOnce(url, sent)
    if (!('isStale' in result)) return result
    if (!result.isStale || tried === maxTries) throw result.error
  }
}

type Failure = { isStale: boolean; error: Error }

function exchangeOnce(url: string, sent: Sent): Promise<Received | Failure> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<Received | Failure>()
  const outgoing = request({ hostname, port, method: sent.method, path: sent.path, headers: withLength(sent), agent })
  outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`${sent.method} ${sent.path}: no answer`)))
  outgoing.once('response', (incoming) => readAnswer(incoming, () => outgoing.destroy()).then(resolve))
  outgoing.on('error', (error) =>
    resolve({ isStale: outgoing.reusedSocket && /ECONNRESET|EPIPE|hang up/.test(String(error)), error }),
  )
  outgoing.end(sent.body)
  return promise
}

/** Node omits the length of a DELETE's body. */
function withLength({ headers = {}, body }: Sent): Record<string, string | string[]> {
  if (body === undefined || headers['transfer-encoding'] !== undefined) return headers
  return { 'content-length': String(Buffer.byteLength(body)), ...headers }
}

async function readAnswer(incoming: IncomingMessage, leave: () => void): Promise<Received> {
  const { statusCode: status = 0, headers } = incoming
  const chunks: Buffer[] = []
  if (headers['content-type']?.startsWith('text/event-stream') === true) leave()
  else {
    // A refused upload may end the connection although the response is complete.
    try {
      for await (const chunk of incoming) chunks.push(chunk)
    } catch {
      // Only received bytes count.
    }
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return { status, headers, text, body: parse(text) }
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
