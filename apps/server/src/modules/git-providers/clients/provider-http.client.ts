/**
 * JSON over HTTP with one provider and one credential. The credential is sent only to the provider's own origin:
 * redirects are followed only within the same scheme, host and port (a renamed repository).
 */
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { OutboundMethod, OutboundResponse } from '../../../platform/outbound/outbound-request.ts'
import type { Call } from './git.client.ts'
import { fromOutbound, ProviderError } from './provider-error.client.ts'
import type { RateGate } from './rate-gate.client.ts'

export interface ProviderHttpOptions {
  outbound: Outbound
  /** API URL without a trailing slash. */
  apiUrl: string
  /** Authentication headers; computed for each request, because some expire. */
  authorize(call: Call): Promise<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  gate: RateGate
  /** Owner of limits and failures. */
  scope: string
}

export interface ProviderResponse {
  status: number
  headers: ReadonlyMap<string, string>
  /** Undefined if there was no body. */
  json: unknown
}

export interface ProviderHttp {
  get(path: string, call: Call): Promise<ProviderResponse>
  send(method: Exclude<OutboundMethod, 'GET'>, path: string, body: unknown, call: Call): Promise<ProviderResponse>
}

const maximumRedirects = 2
const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308])

export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const exchange = async (
    method: OutboundMethod,
    url: string,
    body: unknown,
    call: Call,
  ): Promise<OutboundResponse> => {
    options.gate.pass(options.scope)
    const headers = {
      accept: 'application/json',
      ...options.headers,
      ...(await options.authorize(call)),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    return await options.outbound
      .request({ url, method, headers, signal: call.signal, scope: options.scope, ...text })
      .catch((error: unknown) => {
        throw fromOutbound(error)
      })
  }
  const follow = async (method: OutboundMethod, path: string, body: unknown, call: Call) => {
    let url = `${options.apiUrl}${path}`
    for (let followed = 0; ; followed += 1) {
      const response = await exchange(method, url, body, call)
      if (!redirects.has(response.status)) return response
      if (followed === maximumRedirects) throw new ProviderError('unreadable', { message: 'It redirects in a loop.' })
      url = sameOrigin(url, response.headers.get('location'))
    }
  }
  const ask = async (method: OutboundMethod, path: string, body: unknown, call: Call): Promise<ProviderResponse> => {
    const response = await follow(method, path, body, call)
    if (response.status >= 200 && response.status < 300) return { ...response, json: parseJson(response.body) }
    const error = errorOf(response)
    if (error.failure === 'rate_limited') options.gate.close(options.scope, error.retryAfterSeconds ?? 60)
    throw error
  }
  return {
    get: (path, call) => ask('GET', path, undefined, call),
    send: (method, path, body, call) => ask(method, path, body, call),
  }
}

function sameOrigin(from: string, location: string | undefined): string {
  const target = location === undefined ? null : URL.parse(location, from)
  if (target === null || target.origin !== new URL(from).origin || target.username !== '' || target.password !== '')
    throw new ProviderError('unreadable', { message: 'It redirects to another URL.' })
  target.hash = ''
  return target.href
}

function errorOf({ status, headers }: OutboundResponse): ProviderError {
  const isLimited = status === 429 || (status === 403 && (headers.has('retry-after') || isRateLimited(headers)))
  if (isLimited) return new ProviderError('rate_limited', { retryAfterSeconds: waitSeconds(headers) })
  if (status === 401) return new ProviderError('unauthorized')
  if (status === 403) return new ProviderError('forbidden')
  // 410: deleted; 451: unavailable for legal reasons.
  if (status === 404 || status === 410 || status === 451) return new ProviderError('not_found')
  if (status >= 500)
    return new ProviderError('unavailable', {
      retryAfterSeconds: headers.has('retry-after') ? waitSeconds(headers) : undefined,
    })
  if (status >= 400) return new ProviderError('refused_request')
  return new ProviderError('unreadable')
}

function isRateLimited(headers: ReadonlyMap<string, string>): boolean {
  return headers.get('x-ratelimit-remaining') === '0' || headers.get('ratelimit-remaining') === '0'
}

const maximumWaitSeconds = 3_600

/** `Retry-After` in seconds or as a date, otherwise the time when the rate limit resets. */
function waitSeconds(headers: ReadonlyMap<string, string>): number {
  const after = headers.get('retry-after')
  const reset = headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset')
  const nowSeconds = Date.now() / 1_000
  const wait =
    after === undefined
      ? Number(reset) - nowSeconds
      : /^\d{1,9}$/.test(after)
        ? Number(after)
        : Date.parse(after) / 1_000 - nowSeconds
  return Number.isFinite(wait) ? Math.min(Math.max(Math.ceil(wait), 1), maximumWaitSeconds) : 60
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new ProviderError('unreadable', { cause })
  }
}
