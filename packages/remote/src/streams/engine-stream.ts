/**
 * A stream of the Engine, opened by whoever has its place: also in another thread, which shares no connection with the one that knows
 * the server.
 */
import { type IncomingMessage, request } from 'node:http'
import type { Readable } from 'node:stream'

export interface EngineTarget {
  /** Leads to the Engine of the server, as long as its connection lasts. */
  readonly socketPath: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `frames`: a connection that stops being HTTP. `body`: what is answered. */
  readonly form: 'frames' | 'body'
}

const beginMs = 60_000
const maxHeaderBytes = 16_384
const upgrade = { connection: 'Upgrade', upgrade: 'tcp' }

export async function openEngineStream({ socketPath, method, path, form }: EngineTarget): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  const headers = { host: 'docker', ...(form === 'frames' ? upgrade : {}) }
  const sent = request({ socketPath, method, path, headers, agent: false, maxHeaderSize: maxHeaderBytes })
  const late = setTimeout(() => sent.destroy(new Error('The Engine does not answer.')), beginMs)
  sent.once('error', reject)
  sent.once('upgrade', (_response, socket, head) => {
    if (head.length > 0) socket.unshift(head)
    // Nothing goes that way.
    socket.end()
    resolve(socket)
  })
  sent.once('response', (response) => {
    if (form === 'body' && response.statusCode === 200) resolve(response)
    else reject(refusalOf(response))
  })
  sent.end()
  try {
    return await promise
  } finally {
    clearTimeout(late)
  }
}

function refusalOf(response: IncomingMessage): Error {
  response.destroy()
  return new Error(`The Engine answers ${response.statusCode} to a stream.`)
}
