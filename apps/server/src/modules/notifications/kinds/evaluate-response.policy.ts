/** Meaning of a status for a delivery, where vendors agree. */
import type { ResponseHeaders, Verdict } from './http-kind.policy.ts'

const minimumWaitMs = 1_000
const maximumWaitMs = 3_600_000

const reasons: Record<number, string> = {
  401: 'The service rejected the credential.',
  403: "The service rejected the credential, or it isn't allowed to write there.",
  404: "The URL doesn't exist: it was deleted or mistyped.",
  410: 'The URL no longer exists.',
  413: 'The message is too large for the service.',
}

/** Returns null for a success status; then the body decides. */
export function evaluateStatus(status: number, headers: ResponseHeaders): Exclude<Verdict, { ok: true }> | null {
  if (status >= 200 && status < 300) return null
  if (status === 429) return later('The service is rate-limiting messages.', readRetryAfter(headers.get('retry-after')))
  if (status >= 500 || status === 408 || status === 425)
    return later(`It failed with status ${status}.`, readRetryAfter(headers.get('retry-after')))
  if (status >= 300 && status < 400) return refused("The URL redirects to another one, which Longshore doesn't follow.")
  return refused(reasons[status] ?? `It refused the message with status ${status}.`)
}

export function later(reason: string, retryAfterMs?: number): Exclude<Verdict, { ok: true }> {
  return { ok: false, isFinal: false, reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}

export function refused(reason: string): Exclude<Verdict, { ok: true }> {
  return { ok: false, isFinal: true, reason }
}

/** A success status, but not this vendor's response: most likely another program runs at the URL. */
export function unexpectedResponse(): Exclude<Verdict, { ok: true }> {
  return refused("The response doesn't match this kind of service. Check the URL.")
}

/** Accepts seconds or a date. */
export function readRetryAfter(text: string | undefined, nowMs: number = Date.now()): number | undefined {
  if (text === undefined) return undefined
  const trimmed = text.trim()
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(trimmed)) return boundWait(Number(trimmed) * 1_000)
  // Only HTTP dates: the parser would also turn a number into a date.
  return /^[A-Z][a-z]{2}, \d/.test(trimmed) ? boundWait(Date.parse(trimmed) - nowMs) : undefined
}

export function boundWait(waitMs: unknown): number | undefined {
  if (typeof waitMs !== 'number' || !Number.isFinite(waitMs)) return undefined
  return Math.ceil(Math.min(Math.max(waitMs, minimumWaitMs), maximumWaitMs))
}

/** Returns the parsed object, or an empty one. */
export function readObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch {
    return {}
  }
}
