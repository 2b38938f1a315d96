/** The payload of an age file (STREAM: sealed chunks of 64 KiB, the last one marked), with Node's own cryptography. */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { ArchiveError } from './archive-error.ts'
import { continueWith } from './continue-with.ts'

const pieceBytes = 64 << 10
const tagBytes = 16
const nonceBytes = 16
const cipher = 'chacha20-poly1305'
const options = { authTagLength: tagBytes } as const

export async function* sealPayload(plain: AsyncIterable<Uint8Array>, fileKey: Uint8Array): AsyncGenerator<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const key = payloadKey(fileKey, nonce)
  yield nonce
  let number = 0
  for await (const { piece, isLast } of inPieces(plain, pieceBytes)) {
    const sealing = createCipheriv(cipher, key, pieceNonce(number, isLast), options)
    const sealed = sealing.update(piece)
    sealing.final()
    yield sealed
    yield sealing.getAuthTag()
    number += 1
  }
}

export async function* openPayload(sealed: AsyncIterable<Uint8Array>, fileKey: Uint8Array): AsyncGenerator<Buffer> {
  const { start, rest } = await take(sealed, nonceBytes)
  const key = payloadKey(fileKey, start)
  let number = 0
  for await (const { piece, isLast } of inPieces(rest, pieceBytes + tagBytes)) {
    if (piece.length < tagBytes) throw new ArchiveError('cut_off')
    yield openPiece(piece, key, pieceNonce(number, isLast), isLast)
    number += 1
  }
}

function openPiece(piece: Buffer, key: KeyObject, nonce: Buffer, isLast: boolean): Buffer {
  const opening = createDecipheriv(cipher, key, nonce, options)
  opening.setAuthTag(piece.subarray(-tagBytes))
  const plain = opening.update(piece.subarray(0, -tagBytes))
  try {
    opening.final()
  } catch (error) {
    // A file that was truncated between two chunks ends with a chunk that isn't marked as the last one.
    throw new ArchiveError(isLast ? 'cut_off' : 'damaged', { cause: error })
  }
  return plain
}

function payloadKey(fileKey: Uint8Array, nonce: Uint8Array): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32)))
}

function pieceNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Yields whole chunks, each valid until the next one. The last one is the remainder, and is empty only if there was no
 * input.
 */
async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  const buffer = Buffer.allocUnsafeSlow(size)
  let length = 0
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      // Wait for more input first: a chunk that is yielded here is never the last one.
      if (length === size) {
        yield { piece: buffer, isLast: false }
        length = 0
      }
      const part = chunk.subarray(at, at + size - length)
      buffer.set(part, length)
      length += part.length
      at += part.length
    }
  }
  yield { piece: buffer.subarray(0, length), isLast: true }
}

async function take(
  source: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{ start: Buffer; rest: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < size) {
    const next = await iterator.next()
    if (next.done === true) throw new ArchiveError('cut_off')
    start = Buffer.concat([start, next.value])
  }
  return { start: start.subarray(0, size), rest: continueWith(start.subarray(size), iterator) }
}
