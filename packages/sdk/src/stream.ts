/**
 * Follows a stream to its `end`. After a lost connection it resumes after the last event, so the reader sees each event once and
 * in order. A stream that can't resume, such as a running command, fails instead.
 */
import { backOffMs } from './back-off.ts'
import { delay } from './delay.ts'
import type { StreamOperation } from './operation.ts'
import { ConnectionError, isProblem, ProblemError } from './problem.ts'
import type { CallOptions } from './request.ts'
import { type Frame, readFrames } from './stream-frames.ts'
import type { OpenResponse, Transport } from './transport.ts'

export interface StreamOptions extends Pick<CallOptions, 'signal' | 'organization'> {
  /** Resumes after this event. */
  lastEventId?: string | undefined
  /** Reports the connection state. `waiting`: the time before the next try. */
  onState?: ((state: 'connecting' | 'open' | 'waiting') => void) | undefined
  /** The stream fails after this time without a connection. Default: ten minutes. */
  giveUpAfterMs?: number | undefined
  /** The connection counts as lost after this time without data. Default: 45 seconds. */
  silenceMs?: number | undefined
}

/** Events were lost. Read your data again; the stream continues from here. */
export interface ResetEvent {
  event: 'reset'
  id: string | undefined
  data: { code: string; detail: string; hint: string }
}

export type StreamEvent<Events> =
  | { [Name in keyof Events & string]: { event: Name; id: string | undefined; data: Events[Name] } }[keyof Events &
      string]
  | ResetEvent

const defaults = { giveUpAfterMs: 600_000, silenceMs: 45_000 }
const reconnect = { retries: Number.POSITIVE_INFINITY, maxWaitMs: 15_000 }
/** Error codes after which the client can reconnect. */
const reconnectCodes = ['stream_too_slow', 'stream_restarting', 'stream_history_gone'] as const

export async function* followStream<Parameters extends object, Events>(
  transport: Transport,
  operation: StreamOperation<Parameters, Events>,
  parameters: Parameters,
  options: StreamOptions,
): AsyncGenerator<StreamEvent<Events>> {
  const { signal, organization, onState, giveUpAfterMs = defaults.giveUpAfterMs } = options
  const silenceMs = options.silenceMs ?? defaults.silenceMs
  const place = {
    lastId: options.lastEventId,
    baseMs: 1_000,
    failures: 0,
    wasOpen: false,
    contactAt: performance.now(),
  }
  for (;;) {
    let answer: OpenResponse | undefined
    let failure: unknown = new ConnectionError('The stream was interrupted before its end.')
    try {
      onState?.('connecting')
      answer = await transport.open(operation, parameters, { signal, organization, headers: headersFor(place.lastId) })
      answer.keep()
      onState?.('open')
      Object.assign(place, { failures: 0, wasOpen: true })
      const frames = readFrames(bodyOf(answer), { silenceMs, onRetry: (ms) => Object.assign(place, { baseMs: ms }) })
      for await (const frame of frames) {
        place.contactAt = performance.now()
        place.lastId = frame.id ?? place.lastId
        if (frame.event === 'end') return
        if (frame.event === 'error') throw toStreamProblem(frame)
        // `ready` only carries a position to resume from.
        if (frame.event !== 'ready') yield toEvent<Events>(frame)
      }
    } catch (error) {
      signal?.throwIfAborted()
      failure = error
    } finally {
      answer?.close()
    }
    const isTooLong = performance.now() - place.contactAt > giveUpAfterMs
    const isHopeless = !place.wasOpen && place.failures >= transport.retry.retries
    if (operation.resumes !== true || isTooLong || isHopeless || !isTransient(failure)) throw failure
    onState?.('waiting')
    await delay(waitMs(failure, place), signal)
    place.failures += 1
  }
}

function headersFor(lastId: string | undefined): Record<string, string> {
  return { accept: 'text/event-stream', ...(lastId === undefined ? {} : { 'last-event-id': lastId }) }
}

function bodyOf({ response }: OpenResponse): ReadableStream<Uint8Array> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (response.body === null || !isStream) throw new ProblemError({}, { status: response.status })
  return response.body
}

/** Parses a frame. The type comes from the API description. */
function toEvent<Events>(frame: Frame): StreamEvent<Events> {
  const event: StreamEvent<Events> = Object(frame)
  return event
}

function toStreamProblem({ data }: Frame): ProblemError {
  const problem = typeof data === 'object' && data !== null ? data : {}
  return new ProblemError(problem, { status: 200 })
}

function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (isProblem(error, ...reconnectCodes)) return true
  return error instanceof ProblemError && [408, 429, 502, 503, 504].includes(error.status)
}

function waitMs(error: unknown, place: { baseMs: number; failures: number }): number {
  const askedMs = error instanceof ProblemError ? (error.retryAfterMs ?? 0) : 0
  const spreadMs = backOffMs(place.failures, { ...reconnect, baseMs: place.baseMs }, Math.random)
  return Math.max(Math.min(askedMs, reconnect.maxWaitMs * 4), spreadMs)
}
