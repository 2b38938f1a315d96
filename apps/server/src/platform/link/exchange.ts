/** One call on the API side: sends the request, receives frames, and stops both together. */
import { randomBytes } from 'node:crypto'
import { type ClientHttp2Stream, constants } from 'node:http2'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import type { Sealer } from '../secrets/seal.ts'
import { encodeFrame, type Frame, frameTypes, maximumJsonBytes, readFrames, writeData, writeFrame } from './frames.ts'
import { fromWireProblem, RefusedError, unavailable } from './link-problems.ts'
import { type LinkSession, retryAfterSeconds } from './link-session.ts'
import { packArguments } from './sealed-arguments.ts'
import { sha256Of, signToken, type TokenKeys } from './token.ts'

export interface ExchangeRequest {
  call: string
  /** Encoded for the wire, with secrets still in it. */
  args: unknown
  organizationId: string | null
  actorId: string | null
  deadlineMs: number
  body: AsyncIterable<Uint8Array> | undefined
  takesBody: boolean
  signal: AbortSignal
}

/** Shorter than what the worker accepts, because the estimate of its clock may be ahead. */
const lifetimeMs = 20_000

/** The worker didn't read the call, so sending it again can't repeat an effect. */
export class NotAcceptedError extends Error {
  override readonly name = 'NotAcceptedError'
}

/** Yields the head, then every data frame. Ending the iteration early stops the worker. */
export async function* exchange(
  session: LinkSession,
  request: ExchangeRequest,
  secrets: { keys: TokenKeys; sealer: Sealer },
): AsyncGenerator<Frame> {
  const stop = new AbortController()
  const signal = AbortSignal.any([request.signal, stop.signal])
  const stream = await send(session, request, secrets)
  const cancel = () => stream.close(constants.NGHTTP2_CANCEL)
  signal.addEventListener('abort', cancel, { once: true })
  stream.once('continue', () => {
    pump(stream, request.body, signal).catch((error) => stop.abort(error))
  })
  let isComplete = false
  try {
    for await (const frame of readFrames(stream)) {
      isComplete = frame.type === frameTypes.end || frame.type === frameTypes.failed
      if (frame.type === frameTypes.failed) throw fromWireProblem(frame.content)
      if (frame.type !== frameTypes.end) yield frame
    }
  } catch (error) {
    throw signal.aborted && !isComplete ? signal.reason : explain(error, stream)
  } finally {
    signal.removeEventListener('abort', cancel)
    // After the end, the worker reads no more of the body.
    stop.abort(new Error('the call is over'))
    if (isComplete && stream.writableEnded) stream.resume()
    else cancel()
  }
}

async function send(
  session: LinkSession,
  request: ExchangeRequest,
  secrets: { keys: TokenKeys; sealer: Sealer },
): Promise<ClientHttp2Stream> {
  const { call, organizationId, actorId, deadlineMs } = request
  const id = randomBytes(16).toString('base64url')
  const args = await packArguments(secrets.sealer, { call, tokenId: id, organizationId }, request.args)
  if (args.length > maximumJsonBytes) throw new AppError(platformProblems.body_too_large)
  request.signal.throwIfAborted()
  const token = signToken(secrets.keys, {
    id,
    boot: session.boot,
    call,
    argsSha256: sha256Of(args),
    organizationId,
    actorId,
    expiresAt: session.nowMs() + lifetimeMs,
    deadlineMs,
  })
  const stream = open(session, { ':method': 'POST', ':path': `/call/${call}`, 'x-link-token': token })
  // The error is reported where the stream is read.
  stream.on('error', () => undefined)
  stream.write(encodeFrame(frameTypes.head, args))
  if (!request.takesBody) stream.end(encodeFrame(frameTypes.end, Buffer.alloc(0)))
  return stream
}

function open(session: LinkSession, headers: Record<string, string>): ClientHttp2Stream {
  try {
    return session.http.request(headers)
  } catch (cause) {
    // The session closed between being chosen and being used.
    throw new NotAcceptedError('the session was closing', { cause })
  }
}

async function pump(stream: ClientHttp2Stream, body: AsyncIterable<Uint8Array> | undefined, signal: AbortSignal) {
  if (body !== undefined) await writeData(stream, body, signal)
  await writeFrame(stream, frameTypes.end, Buffer.alloc(0), signal)
  stream.end()
}

function explain(error: unknown, stream: ClientHttp2Stream): unknown {
  if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) return new NotAcceptedError('refused', { cause: error })
  if (error instanceof RefusedError && (error.refusal === 'expired' || error.refusal === 'other_boot'))
    return new NotAcceptedError('the worker’s clock or boot has changed', { cause: error })
  if (error instanceof AppError) return error
  return unavailable('The connection to the worker broke before it answered.', retryAfterSeconds, error)
}
