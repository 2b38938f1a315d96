/**
 * Encodes one stream message as bytes. `data` is one JSON value on one line, so program output can't end the message or
 * forge a field (SSE field injection). A frame is encoded once and shared by all receivers.
 */
const namePattern = /^[a-z][a-z0-9_]{0,63}$/
// Inside JSON strings CR and LF are already escaped, so here they are only whitespace. The other three aren't line ends
// for SSE, but for some readers.
const lineEnds = /[\n\r\u0085\u2028\u2029]/g

export interface SseMessage {
  /** The number to resume from. Omitted if the message isn't part of the numbered stream. */
  id?: number
  event: string
  data: unknown
}

export function encodeFrame({ id, event, data }: SseMessage): Buffer {
  const json = JSON.stringify(data)
  if (json === undefined) throw new TypeError('data must be a JSON value')
  return encodeJsonFrame({ ...(id === undefined ? {} : { id }), event, json })
}

/** Encodes JSON text without parsing it. */
export function encodeJsonFrame({ id, event, json }: { id?: number; event: string; json: string }): Buffer {
  if (!namePattern.test(event)) throw new TypeError(`${JSON.stringify(event)} cannot be the name of an event`)
  if (id !== undefined && !Number.isSafeInteger(id)) throw new TypeError('an id is a whole number')
  const line = json.replace(lineEnds, escapeLineEnd)
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${line}\n\n`)
}

/** How long a client that lost the stream waits before it reconnects. */
export function encodeRetry(retryMs: number): Buffer {
  return Buffer.from(`retry: ${Math.round(retryMs)}\n\n`)
}

/** Keeps proxies and clients from treating a quiet stream as dead. */
export const heartbeatFrame = Buffer.from(':\n\n')

/** The number to resume after; undefined if the client sent none or an invalid one. */
export function parseLastEventId(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return undefined
  return Number.parseInt(text, 10)
}

function escapeLineEnd(character: string): string {
  if (character === '\n' || character === '\r') return ' '
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
