/**
 * Unpacks an archive to plain bytes. After an error, the output must not be used: callers keep it separate until the
 * end.
 */
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { openHeader, splitHeader } from './age-header.ts'
import { openPayload } from './age-payload.ts'
import { ArchiveError } from './archive-error.ts'
import { continueWith } from './continue-with.ts'

/** Each output buffer takes a round trip to a thread. Small buffers would cost more than the work itself. */
const outputBytes = 256 << 10

export interface UnpackOptions {
  readonly identity: string
  /** An archive of a few bytes can expand to very many. */
  readonly maximumBytes: number
}

export async function* unpack(
  archive: AsyncIterable<Uint8Array>,
  { identity, maximumBytes }: UnpackOptions,
): AsyncGenerator<Buffer> {
  const source = Readable.from(openArchive(archive, identity), { objectMode: false })
  const plain = createZstdDecompress({ chunkSize: outputBytes })
  source.once('error', (error) => plain.destroy(error))
  source.pipe(plain)
  let bytes = 0
  try {
    for await (const chunk of plain) {
      bytes += chunk.length
      if (bytes > maximumBytes) throw new ArchiveError('too_large')
      yield chunk
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged', { cause: error })
  } finally {
    source.destroy()
    plain.destroy()
  }
}

async function* openArchive(archive: AsyncIterable<Uint8Array>, identity: string): AsyncGenerator<Buffer> {
  const iterator = archive[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  let parts = splitHeader(start)
  while (parts === null) {
    const next = await iterator.next()
    if (next.done === true) throw new ArchiveError(start.length === 0 ? 'not_an_archive' : 'cut_off')
    start = Buffer.concat([start, next.value])
    parts = splitHeader(start)
  }
  const fileKey = await openHeader(parts.header, identity)
  yield* openPayload(continueWith(parts.rest, iterator), fileKey)
}
