/** Plain bytes to an archive: zstd, then age. Nothing is kept but what is on its way. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { writeHeader } from './age-header.ts'
import { sealPayload } from './age-payload.ts'

const compressionLevel = 3
/** Each output buffer is a turn of a thread: small ones cost more than the compression. */
const outputBytes = 256 << 10

export interface Packed {
  readonly content: AsyncIterable<Buffer>
  /** Of everything so far; whole once `content` has ended. */
  digest(): { plainBytes: number; plainSha256: string; packedBytes: number; packedSha256: string }
}

export async function pack(plain: AsyncIterable<Uint8Array>, recipients: readonly string[]): Promise<Packed> {
  const { bytes, fileKey } = await writeHeader(recipients)
  const before = createCounter()
  const after = createCounter()
  const squeezed = createZstdCompress({
    chunkSize: outputBytes,
    params: { [constants.ZSTD_c_compressionLevel]: compressionLevel, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  const source = Readable.from(before.through(plain), { objectMode: false })
  source.once('error', (error) => squeezed.destroy(error))
  source.pipe(squeezed)
  async function* write(): AsyncGenerator<Buffer> {
    try {
      yield bytes
      yield* sealPayload(squeezed, fileKey)
    } finally {
      source.destroy()
      squeezed.destroy()
    }
  }
  return {
    content: after.through(write()),
    digest() {
      const [plainPart, packedPart] = [before.read(), after.read()]
      return {
        plainBytes: plainPart.bytes,
        plainSha256: plainPart.sha256,
        packedBytes: packedPart.bytes,
        packedSha256: packedPart.sha256,
      }
    },
  }
}

function createCounter() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *through<Chunk extends Uint8Array>(source: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
      for await (const chunk of source) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    read: () => ({ bytes, sha256: hash.copy().digest('hex') }),
  }
}
