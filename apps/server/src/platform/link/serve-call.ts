/** Handles one call on the worker, from its token to the last frame of its response. */
import type { ServerHttp2Stream } from 'node:http2'
import { constants } from 'node:http2'
import { raceSignal } from '@longshore/process/race-signal'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { brandId } from '../ids/brand.ts'
import type { Log } from '../log/log.ts'
import { createRedactor, type Redactor } from '../secrets/redactor.ts'
import type { Unsealer } from '../secrets/unseal.ts'
import type { Admission } from './admission.ts'
import type { CallContext, LinkHandler, Reply } from './call.ts'
import { type Frame, FrameError, frameTypes, maximumJsonBytes, readFrames, writeData, writeFrame } from './frames.ts'
import { linkProblems, maskedError, RefusedError, toWireProblem, unavailable } from './link-problems.ts'
import { unpackArguments } from './sealed-arguments.ts'
import type { SeenTokens } from './seen-tokens.ts'
import { sha256Of, type TokenClaims, type TokenKeys, verifyToken } from './token.ts'

export interface ServedCall {
  stream: ServerHttp2Stream
  name: string
  token: string
}

export interface ServeOptions {
  boot: string
  keys: TokenKeys
  seen: SeenTokens
  admission: Admission
  handlers: ReadonlyMap<string, LinkHandler>
  unsealer: Unsealer
  stopping: AbortSignal
  maximumDeadlineMs: number
  log: Log
  nowMs: () => number
}

const argumentsTimeoutMs = 10_000
const lingerMs = 5_000

/** Never rejects: an error becomes a response or, if the caller disconnected, nothing. */
export async function serveCall(call: ServedCall, options: ServeOptions): Promise<void> {
  const redactor = createRedactor()
  const frames = readFrames(call.stream)
  try {
    const claims = acceptToken(call, options)
    const leave = options.admission.enter(claims.organizationId)
    if (leave === undefined) throw unavailable('The worker has as many calls as it takes at once.', 1)
    const work = new Set<Promise<unknown>>()
    try {
      await serveAccepted({ ...call, frames, claims, redactor, work }, options)
    } finally {
      // A handler that ignores its signal keeps its slot until it actually ends.
      void Promise.allSettled(work).then(leave)
    }
  } catch (error) {
    await sendFailure(call, error, redactor, options.log)
  }
  discardRest(call.stream, frames)
}

interface AcceptedCall extends ServedCall {
  frames: AsyncGenerator<Frame>
  claims: TokenClaims
  redactor: Redactor
  /** Work that the handler has started. */
  work: Set<Promise<unknown>>
}

function acceptToken(call: ServedCall, options: ServeOptions): TokenClaims {
  const nowMs = options.nowMs()
  const claims = verifyToken(options.keys, call.token, { boot: options.boot, call: call.name, nowMs })
  if (typeof claims === 'string') throw new RefusedError(claims)
  if (!options.seen.take(claims.id, nowMs)) throw new RefusedError('replayed')
  return claims
}

async function serveAccepted(call: AcceptedCall, options: ServeOptions): Promise<void> {
  const { stream, frames, claims } = call
  const gone = new AbortController()
  const onClose = () => gone.abort(new FrameError('cut_off'))
  stream.once('close', onClose)
  const late = new AbortController()
  const deadlineMs = Math.min(claims.deadlineMs, options.maximumDeadlineMs)
  const timer = setTimeout(() => late.abort(new AppError(linkProblems.worker_timeout)), deadlineMs)
  const signal = AbortSignal.any([gone.signal, late.signal, options.stopping])
  try {
    const handler = options.handlers.get(call.name)
    if (handler === undefined) throw new RefusedError('unknown_call')
    const run = await prepare(handler, await readArguments(call, { ...options, signal }))
    if (handler.takesBody) stream.additionalHeaders({ ':status': constants.HTTP_STATUS_CONTINUE })
    const context = contextOf(claims, bodyOf(frames), { signal, log: options.log.child({ call: call.name }) })
    const running = run(context)
    call.work.add(running)
    await sendReply(stream, await raceSignal(running, signal), signal)
  } catch (error) {
    gone.abort(error)
    throw error
  } finally {
    clearTimeout(timer)
    stream.off('close', onClose)
  }
}

async function readArguments(
  { frames, claims, redactor }: AcceptedCall,
  options: ServeOptions & { signal: AbortSignal },
): Promise<unknown> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(argumentsTimeoutMs)])
  const first = await raceSignal(frames.next(), signal)
  if (first.done === true || first.value.type !== frameTypes.head) throw new FrameError('malformed')
  if (sha256Of(first.value.content) !== claims.argsSha256) throw new RefusedError('other_arguments')
  const identity = { call: claims.call, tokenId: claims.id, organizationId: claims.organizationId }
  try {
    const { args, secrets } = await unpackArguments(options.unsealer, identity, first.value.content)
    for (const secret of secrets) redactor.add(secret)
    return args
  } catch (error) {
    throw new RefusedError('unsealable', error)
  }
}

async function prepare(handler: LinkHandler, args: unknown): Promise<(context: CallContext) => Promise<Reply>> {
  try {
    return await handler.prepare(args)
  } catch (error) {
    throw new RefusedError('invalid_arguments', error)
  }
}

function contextOf(
  claims: TokenClaims,
  body: AsyncIterable<Buffer>,
  rest: Pick<CallContext, 'signal' | 'log'>,
): CallContext {
  const organizationId = claims.organizationId === null ? null : brandId<'org'>(claims.organizationId)
  return { organizationId, actorId: claims.actorId, body, ...rest }
}

async function* bodyOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) {
    if (frame.type === frameTypes.failed) throw new FrameError('cut_off')
    if (frame.type === frameTypes.data) yield frame.content
  }
}

async function sendReply(stream: ServerHttp2Stream, reply: Reply, signal: AbortSignal): Promise<void> {
  const head = Buffer.from(JSON.stringify(reply.head ?? null))
  if (head.length > maximumJsonBytes) throw new FrameError('too_large')
  stream.respond({ ':status': constants.HTTP_STATUS_OK })
  await writeFrame(stream, frameTypes.head, head, signal)
  if (reply.data !== undefined) await sendData(stream, reply.data, { areEvents: reply.areEvents === true, signal })
  await writeFrame(stream, frameTypes.end, Buffer.alloc(0), signal)
  stream.end()
}

async function sendData(
  stream: ServerHttp2Stream,
  data: AsyncIterable<Uint8Array>,
  options: { areEvents: boolean; signal: AbortSignal },
): Promise<void> {
  const iterator = data[Symbol.asyncIterator]()
  const interruptible = { [Symbol.asyncIterator]: () => ({ next: () => raceSignal(iterator.next(), options.signal) }) }
  try {
    if (options.areEvents) {
      for await (const event of interruptible) {
        if (event.length > maximumJsonBytes) throw new FrameError('too_large')
        await writeFrame(stream, frameTypes.data, event, options.signal)
      }
    } else {
      await writeData(stream, interruptible, options.signal)
    }
  } finally {
    // Not awaited, because a generator that is waiting returns only after that.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

async function sendFailure(call: ServedCall, error: unknown, redactor: Redactor, log: Log): Promise<void> {
  const { stream, name } = call
  if (stream.closed || stream.destroyed) return
  const isTooLarge = error instanceof FrameError && error.reason === 'too_large'
  const failure = isTooLarge ? new AppError(platformProblems.body_too_large) : error
  if (!(failure instanceof AppError)) log.error({ call: name, err: maskedError(failure, redactor) }, 'link call failed')
  if (failure instanceof RefusedError)
    log.warn({ call: name, refusal: failure.refusal, err: maskedError(failure.cause, redactor) }, 'link call refused')
  const content = Buffer.from(JSON.stringify(toWireProblem(failure, redactor)))
  if (!stream.headersSent) stream.respond({ ':status': constants.HTTP_STATUS_OK })
  const signal = AbortSignal.timeout(lingerMs)
  await writeFrame(stream, frameTypes.failed, content, signal).then(
    () => stream.end(),
    () => stream.close(constants.NGHTTP2_CANCEL),
  )
}

/** The response is sent; drops what the API still sends, for a while. Unread, it would keep the stream open. */
function discardRest(stream: ServerHttp2Stream, frames: AsyncGenerator<Frame>): void {
  if (stream.closed) return
  frames.return(undefined).then(
    () => stream.resume(),
    () => stream.resume(),
  )
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), lingerMs)
  timer.unref()
  stream.once('close', () => clearTimeout(timer))
}
