/** Sends one request over one socket and reads the response, within the limits. */
import { type Agent, type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { OutboundError, type OutboundFailure } from './outbound-error.ts'
import type { OutboundLimits, OutboundMethod, OutboundResponse } from './outbound-request.ts'
import type { Destination } from './parse-destination.ts'

export interface ExchangeOptions {
  method: OutboundMethod
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | undefined
  signal: AbortSignal
  maximumBytes: number
  limits: OutboundLimits
  agent: Agent
  /** Returns the IP addresses that are allowed. */
  vet(): Promise<[string, ...string[]]>
}

export async function exchange(destination: Destination, options: ExchangeOptions): Promise<OutboundResponse> {
  options.signal.throwIfAborted()
  // The socket does no lookup for an IP address.
  if (isIP(destination.host) !== 0) await options.vet()
  return await attempt(destination, options, true)
}

async function attempt(
  destination: Destination,
  options: ExchangeOptions,
  mayRepeat: boolean,
): Promise<OutboundResponse> {
  const stop = new AbortController()
  const fail = (failure: OutboundFailure) => stop.abort(new OutboundError(failure))
  const total = setTimeout(fail, options.limits.totalMs, 'timeout')
  const signal = AbortSignal.any([options.signal, stop.signal])
  const request = send(destination, options, signal)
  try {
    const response = await waitForResponse(request, { limits: options.limits, fail })
    return {
      status: response.statusCode ?? 0,
      headers: new Map(Object.entries(response.headersDistinct).map(([name, values]) => [name, values?.[0] ?? ''])),
      body: await readBody(response, options.maximumBytes),
    }
  } catch (error) {
    // The other side may close a kept-alive connection at the moment it is reused.
    const isStale = request.reusedSocket && options.method === 'GET' && mayRepeat && !signal.aborted
    if (isStale && codeOf(error) === 'ECONNRESET') return await attempt(destination, options, false)
    if (options.signal.aborted) throw options.signal.reason
    throw explain(stop.signal.aborted ? stop.signal.reason : error)
  } finally {
    clearTimeout(total)
    request.destroy()
  }
}

function send(destination: Destination, options: ExchangeOptions, signal: AbortSignal): ClientRequest {
  const { host, port, path, isPlain } = destination
  const body = typeof options.body === 'string' ? Buffer.from(options.body) : options.body
  const make = isPlain ? plainRequest : secureRequest
  const request = make({
    host,
    port,
    path,
    method: options.method,
    agent: options.agent,
    lookup: guardedLookup(options.vet),
    signal,
    headers: {
      // Nothing is decompressed here, so a small response can't become a large one.
      'accept-encoding': 'identity',
      'user-agent': 'Longshore',
      ...options.headers,
      ...(body === undefined ? {} : { 'content-length': String(body.length) }),
    },
  })
  request.end(body)
  return request
}

/** The socket connects to the addresses that this returns and does no lookup of its own. */
function guardedLookup(vet: () => Promise<[string, ...string[]]>): LookupFunction {
  return (_host, options, callback) => {
    vet().then(
      (addresses) => {
        const all = addresses.map((address) => ({ address, family: isIP(address) }))
        if (options.all === true) callback(null, all)
        else callback(null, addresses[0], isIP(addresses[0]))
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('lookup failed'), '', 0),
    )
  }
}

async function waitForResponse(
  request: ClientRequest,
  { limits, fail }: { limits: OutboundLimits; fail: (failure: OutboundFailure) => void },
): Promise<IncomingMessage> {
  let timer = setTimeout(fail, limits.connectMs, 'timeout')
  const startWaiting = () => {
    clearTimeout(timer)
    timer = setTimeout(fail, limits.firstByteMs, 'timeout')
  }
  request.once('socket', (socket: Socket) => {
    if (!socket.connecting) startWaiting()
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', startWaiting)
  })
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.on('error', reject)
      // We request no protocol upgrade, so treat 101 and similar as errors.
      request.once('upgrade', (_response, socket) => {
        socket.destroy()
        reject(new OutboundError('broken_answer'))
      })
    })
  } finally {
    clearTimeout(timer)
  }
}

async function readBody(response: IncomingMessage, maximumBytes: number): Promise<Buffer> {
  const announced = Number(response.headers['content-length'] ?? 0)
  if (announced > maximumBytes) throw new OutboundError('too_large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > maximumBytes) throw new OutboundError('too_large')
    chunks.push(chunk)
  }
  if (!response.complete) throw new OutboundError('broken_answer')
  return Buffer.concat(chunks, size)
}

const unreachableCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EACCES', 'EPERM', 'ECONNABORTED',
]) // biome-ignore format: a list

function explain(error: unknown): unknown {
  if (error instanceof OutboundError) return error
  const code = codeOf(error)
  if (unreachableCodes.has(code)) return new OutboundError('unreachable', { cause: error })
  if (
    typeof code === 'string' &&
    /^(?:CERT_|ERR_TLS|ERR_SSL|EPROTO|UNABLE_|SELF_SIGNED|DEPTH_ZERO|ERR_OSSL)/.test(code)
  )
    return new OutboundError('tls_failed', { cause: error })
  return new OutboundError('broken_answer', { cause: error })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
