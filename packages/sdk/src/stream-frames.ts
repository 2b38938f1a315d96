/**
 * Parses an event stream into frames. A silent connection counts as lost, because the server sends a heartbeat every 15 seconds.
 */
import { createParser } from 'eventsource-parser'
import { ConnectionError } from './problem.ts'

export interface Frame {
  id: string | undefined
  event: string
  data: unknown
}

export interface FrameOptions {
  silenceMs: number
  /** Called when the server sets the reconnection delay. */
  onRetry(ms: number): void
}

/** Maximum characters of one event. Events of the server are much smaller. */
const maxBufferSize = 8 << 20

export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  { silenceMs, onRetry }: FrameOptions,
): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  const frames: Frame[] = []
  const parser = createParser({
    maxBufferSize,
    onRetry,
    onEvent: ({ id, event, data }) => void frames.push({ id, event: event ?? 'message', data: JSON.parse(data) }),
  })
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await readWithin(reader, silenceMs)
    if (done) return
    try {
      parser.feed(decoder.decode(value, { stream: true }))
    } catch (error) {
      throw new ConnectionError("The stream can't be read.", { cause: error })
    }
    yield* frames.splice(0)
  }
}

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silenceMs: number,
): Promise<{ done: boolean; value?: Uint8Array | undefined }> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ConnectionError('The stream stopped sending data.')), silenceMs)
  try {
    return await Promise.race([reader.read(), silence])
  } catch (error) {
    throw error instanceof ConnectionError
      ? error
      : new ConnectionError('The stream was interrupted.', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
