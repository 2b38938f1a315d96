/**
 * One message of a stream as bytes. `data` is one JSON value on one line, so nothing that a program prints can end the
 * message or forge a field (SSE field injection). A frame is encoded once and shared by all who receive it.
 */
const namePattern = /^[a-z][a-z0-9_]{0,63}$/
// JSON.stringify escapes every control character below U+0020. These three are line ends for some readers, not for SSE.
const otherLineEnds = /[\u0085\u2028\u2029]/g

export interface SseMessage {
  /** The number to resume from. Left out when the message is not part of the numbered stream. */
  id?: number
  event: string
  data: unknown
}

export function encodeFrame({ id, event, data }: SseMessage): Buffer {
  if (!namePattern.test(event)) throw new TypeError(`${JSON.stringify(event)} cannot be the name of an event`)
  if (id !== undefined && !Number.isSafeInteger(id)) throw new TypeError('an id is a whole number')
  const json = JSON.stringify(data)
  if (json === undefined) throw new TypeError('data must be a JSON value')
  const line = json.replace(otherLineEnds, escapeLineEnd)
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
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
