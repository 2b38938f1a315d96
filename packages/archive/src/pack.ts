/** Packs plain bytes into an archive: zstd, then age. Only the data in transit is held in memory. */
import { Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { writeHeader } from './age-header.ts'
import { sealPayload } from './age-payload.ts'
import { Digest } from './digest.ts'

const compressionLevel = 3
/** Each output buffer takes a round trip to a thread. Small buffers would cost more than the compression. */
const outputBytes = 256 << 10
/** While one chunk is compressed, the next ones are read. */
const aheadBytes = 1 << 20

export interface Packed {
  readonly content: AsyncIterable<Buffer>
  /** Plain bytes so far. */
  plainBytes(): number
  /** Totals so far; final once `content` has ended. */
  digest(): { plainBytes: number; packedBytes: number; packedSha256: string }
}

export async function pack(plain: AsyncIterable<Uint8Array>, recipients: readonly string[]): Promise<Packed> {
  const { bytes, fileKey } = await writeHeader(recipients)
  const packed = new Digest()
  let plainBytes = 0
  const options = {
    chunkSize: outputBytes,
    highWaterMark: aheadBytes,
    params: { [constants.ZSTD_c_compressionLevel]: compressionLevel, [constants.ZSTD_c_checksumFlag]: 1 },
  }
  const squeezed = createZstdCompress(options)
  const counted = async function* () {
    for await (const chunk of plain) {
      plainBytes += chunk.length
      yield chunk
    }
  }
  const source = Readable.from(counted(), { objectMode: false, highWaterMark: aheadBytes })
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
    content: packed.through(write()),
    plainBytes: () => plainBytes,
    digest: () => ({ plainBytes, packedBytes: packed.bytes, packedSha256: packed.sha256() }),
  }
}
