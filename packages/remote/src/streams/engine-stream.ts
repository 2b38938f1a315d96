/**
 * Opens a stream of the Engine by its address, also in another thread that shares no connection with the one that
 * manages the server.
 */
import { type IncomingMessage, request } from 'node:http'
import type { Readable } from 'node:stream'

export interface EngineTarget {
  /** Socket of the server's Engine, as long as its connection lasts. */
  readonly socketPath: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `frames` is a connection that stops being HTTP; `body` is a response body. */
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
    // Nothing is sent in this direction.
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
