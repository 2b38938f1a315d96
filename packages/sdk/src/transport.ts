/** Sends requests, with a time limit for each try and retries. */
import { backOffMs, defaultRetry, type RetryPolicy, waitBeforeRetry } from './back-off.ts'
import { anonymous, type Credentials } from './credentials.ts'
import { delay } from './delay.ts'
import type { Operation } from './operation.ts'
import { ConnectionError, isProblem, toProblem } from './problem.ts'
import { type CallOptions, type RequestParts, toRequest } from './request.ts'

export interface TransportOptions {
  /** URL of the instance, such as `https://deploy.example.com`. Optional in pages of the instance itself. */
  baseUrl?: string | undefined
  credentials?: Credentials | undefined
  organization?: string | undefined
  retry?: Partial<RetryPolicy> | undefined
  /** Time limit of each try. Default: 60 seconds. */
  timeoutMs?: number | undefined
  fetch?: typeof fetch | undefined
}

export interface Transport {
  readonly retry: RetryPolicy
  /** The wait before the next try, with jitter. */
  waitMs(attempt: number): number
  /**
   * One try, and another with a new token if the server rejects the old one. Resolves with the headers of a successful response.
   */
  open(operation: Operation<unknown>, parameters: object, options: OpenOptions): Promise<OpenResponse>
  /** Retries until success, a permanent failure, or the last try. `read` reads the response within the time limit. */
  send<Result>(
    operation: Operation<unknown>,
    parameters: object,
    options: CallOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result>
}

export interface OpenOptions extends CallOptions {
  headers?: Record<string, string> | undefined
}

export interface OpenResponse {
  response: Response
  /** Ends the time limit, for reading the rest of the response. */
  keep(): void
  /** Closes the connection. */
  close(): void
}

const defaultTimeoutMs = 60_000

export function createTransport(options: TransportOptions): Transport {
  const retry = { ...defaultRetry, ...options.retry }
  const { credentials = anonymous } = options
  const baseUrl = baseOf(options)

  const open: Transport['open'] = async (operation, parameters, callOptions) => {
    const parts = toRequest(operation, parameters, {
      ...callOptions,
      organization: callOptions.organization ?? options.organization,
    })
    for (let isSecond = false; ; isSecond = true) {
      const token = operation.isPublic === true ? undefined : await credentials.token()
      const answer = await fetchOnce({ ...options, baseUrl }, operation, parts, { ...callOptions, token })
      if (answer.response.ok) return answer
      const problem = await toProblem(answer.response).finally(answer.close)
      const mayRenew = isProblem(problem, 'unauthenticated') && operation.isPublic !== true
      if (!mayRenew || isSecond || !parts.canRepeat || !(await credentials.renew(token))) throw problem
    }
  }

  return {
    retry,
    waitMs: (attempt) => backOffMs(attempt, retry, Math.random),
    open,
    async send(operation, parameters, callOptions, read) {
      const headers = operation.takesKey === true ? { 'idempotency-key': idempotencyKeyOf(callOptions) } : {}
      const canRepeat = toRequest(operation, parameters, callOptions).canRepeat
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await readResponse(await open(operation, parameters, { ...callOptions, headers }), read)
        } catch (error) {
          callOptions.signal?.throwIfAborted()
          const hasVersion = callOptions.ifMatch !== undefined
          const waitMs = waitBeforeRetry({ operation, attempt, error, hasVersion }, retry, Math.random)
          if (waitMs === undefined || !canRepeat || !isCallerError(error)) throw error
          await delay(waitMs, callOptions.signal)
        }
      }
    },
  }
}

/** Not `randomUUID`, which pages without HTTPS don't have. */
function idempotencyKeyOf({ idempotencyKey }: CallOptions): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return idempotencyKey ?? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Defaults to the origin of the page. */
function baseOf({ baseUrl = Reflect.get(globalThis, 'location')?.origin }: TransportOptions): string {
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl))
    throw new TypeError('baseUrl must be the URL of an instance')
  return baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl
}

/** Errors of the calling program, such as a missing parameter, are not retried. */
function isCallerError(error: unknown): boolean {
  return error instanceof ConnectionError || isProblem(error)
}

async function readResponse<Result>(
  answer: OpenResponse,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(answer.response)
  } catch (error) {
    throw new ConnectionError('The response was interrupted.', { cause: error })
  } finally {
    answer.keep()
  }
}

async function fetchOnce(
  options: TransportOptions & { baseUrl: string },
  operation: Operation<unknown>,
  parts: RequestParts,
  {
    signal,
    headers,
    token,
    timeoutMs = options.timeoutMs ?? defaultTimeoutMs,
  }: OpenOptions & { token: string | undefined },
): Promise<OpenResponse> {
  signal?.throwIfAborted()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new ConnectionError(`No response within ${timeoutMs} ms.`)), timeoutMs)
  const call = options.fetch ?? fetch
  const close = () => {
    clearTimeout(timer)
    limit.abort()
  }
  try {
    const response = await call(`${options.baseUrl}${parts.path}`, {
      method: operation.method,
      headers: { ...parts.headers, ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(parts.body === undefined ? {} : { body: parts.body, duplex: 'half' }),
      // The API has no redirects, and a token must not be sent elsewhere.
      redirect: 'manual',
      signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
    })
    return { response, keep: () => clearTimeout(timer), close }
  } catch (error) {
    clearTimeout(timer)
    signal?.throwIfAborted()
    if (error instanceof ConnectionError) throw error
    throw new ConnectionError('The server is unreachable.', { cause: error })
  }
}
