/**
 * One message of a stream as bytes. `data` is one JSON value on one line, so nothing that a program prints can end the
 * message or forge a field (SSE field injection). A frame is encoded once and shared by all who receive it.
 */
const namePattern = /^[a-z][a-z0-9_]{0,63}$/
// Inside JSON strings CR and LF are escaped already, so here they are mere space. The other three are no line ends for SSE,
// but for some readers.
const lineEnds = /[\n\r\u0085\u2028\u2029]/g

export interface SseMessage {
  /** The number to resume from. Left out when the message is not part of the numbered stream. */
  id?: number
  event: string
  data: unknown
}

export function encodeFrame({ id, event, data }: SseMessage): Buffer {
  const json = JSON.stringify(data)
  if (json === undefined) throw new TypeError('data must be a JSON value')
  return encodeJsonFrame({ ...(id === undefined ? {} : { id }), event, json })
}

/** For what is JSON text already. */
export function encodeJsonFrame({ id, event, json }: { id?: number; event: string; json: string }): Buffer {
  if (!namePattern.test(event)) throw new TypeError(`${JSON.stringify(event)} cannot be the name of an event`)
  if (id !== undefined && !Number.isSafeInteger(id)) throw new TypeError('an id is a whole number')
  const line = json.replace(lineEnds, escapeLineEnd)
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${line}\n\n`)
}

/** How long a client that lost the stream waits before it comes back. */
export function encodeRetry(retryMs: number): Buffer {
  return Buffer.from(`retry: ${Math.round(retryMs)}\n\n`)
}

/** Keeps proxies and clients from taking a quiet stream for a dead one. */
export const heartbeatFrame = Buffer.from(':\n\n')

/** The number to resume after; undefined when the client sent none or something that cannot be one of our ids. */
export function parseLastEventId(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return undefined
  return Number.parseInt(text, 10)
}

function escapeLineEnd(character: string): string {
  if (character === '\n' || character === '\r') return ' '
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
