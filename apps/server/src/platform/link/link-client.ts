/**
 * API side of the private link, the only connection that the API opens besides PostgreSQL.
 *
 * - A worker that is down is `unavailable` (503 with Retry-After) immediately; the next call reconnects.
 * - A call is sent again only if the worker certainly didn't take it; callers must find out whether an interrupted call
 *   had an effect.
 */
import { Readable } from 'node:stream'
import { raceSignal } from '@longshore/process/race-signal'
import { z } from 'zod'
import type { OrganizationId } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import type { Sealer } from '../secrets/seal.ts'
import type { Secret } from '../secrets/secret.ts'
import type { CallDefinition, EventsDefinition, StreamDefinition } from './call.ts'
import type { LinkAddress } from './endpoint.ts'
import { type ExchangeRequest, exchange, NotAcceptedError } from './exchange.ts'
import { type Frame, FrameError } from './frames.ts'
import { linkProblems, unavailable } from './link-problems.ts'
import { LinkSessions, retryAfterSeconds } from './link-session.ts'
import { type TokenKeys, tokenKeysOf } from './token.ts'

export interface LinkClientOptions {
  connect: LinkAddress
  /** At least 256 bits, shared with the worker. */
  key: Secret
  /** Seals secret arguments to the worker. */
  sealer: Sealer
  maximumConcurrent?: number
}

export interface CallOptions {
  /** Null for calls that belong to no organization. */
  organizationId: OrganizationId | null
  actorId?: string
  signal?: AbortSignal
  /** Deadline of the whole call, including streams. */
  deadlineMs?: number
  /** For definitions that take a body. Read only after the worker has accepted the call. */
  body?: AsyncIterable<Uint8Array>
}

type Schema = z.ZodType

export interface LinkClient extends Disposable {
  call<Args extends Schema, Result extends Schema>(
    definition: CallDefinition<Args, Result>,
    args: z.output<Args>,
    options: CallOptions,
  ): Promise<z.output<Result>>
  stream<Args extends Schema, Head extends Schema>(
    definition: StreamDefinition<Args, Head>,
    args: z.output<Args>,
    options: CallOptions,
  ): Promise<{ head: z.output<Head>; body: Readable }>
  /** Leaving the loop stops the worker; to stop while waiting for an event, abort `signal`. */
  events<Args extends Schema, Event extends Schema>(
    definition: EventsDefinition<Args, Event>,
    args: z.output<Args>,
    options: CallOptions,
  ): AsyncGenerator<z.output<Event>>
}

const callDeadlineMs = 15_000
const streamDeadlineMs = 60 * 60_000

export function createLinkClient(options: LinkClientOptions): LinkClient {
  return new Http2LinkClient(options)
}

class Http2LinkClient implements LinkClient {
  readonly #sealer: Sealer
  readonly #keys: TokenKeys
  readonly #sessions: LinkSessions
  readonly #limit: number
  #open = 0

  constructor(options: LinkClientOptions) {
    this.#sealer = options.sealer
    this.#keys = tokenKeysOf(options.key)
    this.#sessions = new LinkSessions(options.connect, this.#keys)
    this.#limit = options.maximumConcurrent ?? 1024
  }

  async call<Args extends Schema, Result extends Schema>(
    definition: CallDefinition<Args, Result>,
    args: z.output<Args>,
    options: CallOptions,
  ): Promise<z.output<Result>> {
    const frames = this.#exchange(definition, args, { deadlineMs: callDeadlineMs, ...options })
    const head = await firstOf(frames)
    // Read up to the end frame: without it the response was cut off.
    for await (const _frame of frames) throw new FrameError('malformed')
    return await definition.result.parseAsync(head)
  }

  async stream<Args extends Schema, Head extends Schema>(
    definition: StreamDefinition<Args, Head>,
    args: z.output<Args>,
    options: CallOptions,
  ): Promise<{ head: z.output<Head>; body: Readable }> {
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, ...(options.signal === undefined ? [] : [options.signal])])
    const frames = this.#exchange(definition, args, { deadlineMs: streamDeadlineMs, ...options, signal })
    const head = await definition.head.safeParseAsync(await firstOf(frames))
    if (head.success) return { head: head.data, body: readableOf(frames, stop) }
    stop.abort(head.error)
    throw head.error
  }

  async *events<Args extends Schema, Event extends Schema>(
    definition: EventsDefinition<Args, Event>,
    args: z.output<Args>,
    options: CallOptions,
  ): AsyncGenerator<z.output<Event>> {
    const frames = this.#exchange(definition, args, { deadlineMs: streamDeadlineMs, ...options })
    await firstOf(frames)
    for await (const frame of frames)
      yield await definition.event.parseAsync(JSON.parse(frame.content.toString('utf8')))
  }

  [Symbol.dispose](): void {
    this.#sessions[Symbol.dispose]()
  }

  /** Yields the frames of the call; handles concurrency, the deadline and the one retry. */
  async *#exchange(
    definition: { name: string; args: Schema; takesBody?: boolean },
    args: unknown,
    options: CallOptions & { deadlineMs: number },
  ): AsyncGenerator<Frame> {
    if (this.#open >= this.#limit) throw unavailable('Too many calls to the worker are open.', 1)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new AppError(linkProblems.worker_timeout)), options.deadlineMs)
    const signal = AbortSignal.any([late.signal, ...(options.signal === undefined ? [] : [options.signal])])
    this.#open += 1
    try {
      const request: ExchangeRequest = {
        call: definition.name,
        args: await z.encodeAsync(definition.args, args),
        organizationId: options.organizationId,
        actorId: options.actorId ?? null,
        deadlineMs: options.deadlineMs,
        body: options.body,
        takesBody: definition.takesBody === true,
        signal,
      }
      yield* this.#send(request)
    } finally {
      clearTimeout(timer)
      this.#open -= 1
    }
  }

  async *#send(request: ExchangeRequest): AsyncGenerator<Frame> {
    for (const isLast of [false, true]) {
      const session = await raceSignal(this.#sessions.get(), request.signal)
      try {
        return yield* exchange(session, request, { keys: this.#keys, sealer: this.#sealer })
      } catch (error) {
        if (!(error instanceof NotAcceptedError)) throw error
        this.#sessions.forget(session)
        if (isLast) throw unavailable('The worker does not take calls at the moment.', retryAfterSeconds, error)
      }
    }
  }
}

async function firstOf(frames: AsyncGenerator<Frame>): Promise<unknown> {
  const first = await frames.next()
  if (first.done === true) throw new FrameError('malformed')
  return JSON.parse(first.value.content.toString('utf8'))
}

/** Destroying it also reaches the worker while a read is pending; a generator alone would wait. */
function readableOf(frames: AsyncGenerator<Frame>, stop: AbortController): Readable {
  return new Readable({
    read() {
      frames.next().then(
        (next) => this.push(next.done === true ? null : next.value.content),
        (error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      stop.abort(error ?? new Error('the reader has left'))
      frames.return(undefined).then(
        () => done(error),
        () => done(error),
      )
    },
  })
}
