/**
 * Frames for both directions: one type byte, four length bytes, content. A reader that hasn't seen `end` or `failed`
 * knows that the stream was cut off, so half a backup never looks complete.
 */
import { once } from 'node:events'
import type { Duplex } from 'node:stream'

export const frameTypes = { head: 1, data: 2, end: 3, failed: 4 } as const
export type FrameType = (typeof frameTypes)[keyof typeof frameTypes]

export interface Frame {
  type: FrameType
  content: Buffer
}

/** Maximum size of arguments, results and events. */
export const maximumJsonBytes = 1 << 20
const maximumDataBytes = 1 << 16
const headerBytes = 5

export class FrameError extends Error {
  override readonly name = 'FrameError'
  readonly reason: 'too_large' | 'cut_off' | 'malformed'

  constructor(reason: FrameError['reason']) {
    super(`link frame is ${reason.replace('_', ' ')}`)
    this.reason = reason
  }
}

export function encodeFrame(type: FrameType, content: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headerBytes + content.length)
  frame[0] = type
  frame.writeUInt32BE(content.length, 1)
  frame.set(content, headerBytes)
  return frame
}

/** Waits while the other side isn't reading. */
export async function writeFrame(
  stream: Duplex,
  type: FrameType,
  content: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  if (stream.destroyed || stream.writableEnded) throw new FrameError('cut_off')
  if (stream.write(encodeFrame(type, content))) return
  const gone = new AbortController()
  const onClose = () => gone.abort(new FrameError('cut_off'))
  stream.once('close', onClose)
  try {
    await once(stream, 'drain', { signal: AbortSignal.any([signal, gone.signal]) })
  } catch (error) {
    throw gone.signal.aborted ? gone.signal.reason : signal.aborted ? signal.reason : error
  } finally {
    stream.off('close', onClose)
  }
}

/** Writes bytes of any chunking as data frames. */
export async function writeData(stream: Duplex, data: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  for await (const chunk of data) {
    for (let at = 0; at < chunk.length; at += maximumDataBytes)
      await writeFrame(stream, frameTypes.data, chunk.subarray(at, at + maximumDataBytes), signal)
  }
}

/** Yields frames until `end` or `failed`; throws if the stream ends before. Reads no faster than the caller. */
export async function* readFrames(stream: Duplex): AsyncGenerator<Frame> {
  let chunks: Buffer[] = []
  let size = 0
  let needed = headerBytes
  // The stream's other direction must survive the end of this one.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    size += chunk.length
    while (size >= needed) {
      const joined: Buffer = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)
      chunks = [joined]
      const length = headerBytes + contentLength(joined)
      needed = length
      if (size < length) break
      const frame = { type: typeOf(joined[0]), content: joined.subarray(headerBytes, length) }
      chunks = [joined.subarray(length)]
      size -= length
      needed = headerBytes
      yield frame
      if (frame.type === frameTypes.end || frame.type === frameTypes.failed) return
    }
  }
  throw new FrameError('cut_off')
}

function contentLength(frame: Buffer): number {
  const length = frame.readUInt32BE(1)
  if (length > (typeOf(frame[0]) === frameTypes.end ? 0 : maximumJsonBytes)) throw new FrameError('too_large')
  return length
}

function typeOf(byte: number | undefined): FrameType {
  for (const type of Object.values(frameTypes)) if (type === byte) return type
  throw new FrameError('malformed')
}
