/** The output of a container in large chunks, and the end of its error output. */
import { ChunkBuffer } from '../docker/chunk-buffer.ts'
import { RawStreamReader } from '../docker/raw-stream.ts'

const gatheredBytes = 256 << 10
const keptErrorBytes = 16 << 10

export class ContainerOutput {
  #errors = Buffer.alloc(0)

  /** `isEnd` selects connection errors that only mark the end; other code reads the exit code. */
  async *read(frames: AsyncIterable<Buffer>, isEnd = isEarlyEnd): AsyncGenerator<Buffer> {
    const parts: Buffer[] = []
    const gatherer = new ChunkBuffer(gatheredBytes)
    const reader = new RawStreamReader((stream, part) => {
      if (stream === 'stdout') parts.push(part)
      else this.#errors = Buffer.concat([this.#errors, part]).subarray(-keptErrorBytes)
    })
    try {
      for await (const chunk of frames) {
        reader.push(chunk)
        for (const part of parts.splice(0)) yield* gatherer.push(part)
      }
    } catch (error) {
      if (!isEnd(error)) throw error
    }
    yield* gatherer.end()
  }

  errors(): string {
    return new TextDecoder().decode(this.#errors)
  }
}

export function isEarlyEnd(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}
