/** Reads lengths and strings of a Redis snapshot. */
import type { ByteSource, Reading } from './byte-source.policy.ts'

const longestText = 64 << 20

/** Returns either a plain length or a string encoding. */
function* readPrefix(source: ByteSource): Reading<{ length: number; isEncoded: boolean }> {
  const first = yield* source.byte()
  const low = first & 0x3f
  switch (first >> 6) {
    case 0:
      return { length: low, isEncoded: false }
    case 1:
      return { length: (low << 8) | (yield* source.byte()), isEncoded: false }
    case 2: {
      if (first === 0x80) return { length: (yield* source.take(4)).readUInt32BE(), isEncoded: false }
      return { length: Number((yield* source.take(8)).readBigUInt64BE()), isEncoded: false }
    }
    default:
      return { length: low, isEncoded: true }
  }
}

export function* readLength(source: ByteSource): Reading<number> {
  const { length, isEncoded } = yield* readPrefix(source)
  if (isEncoded) throw new Error('a length was expected in the snapshot')
  return length
}

/** Passes the stored bytes on, compressed or not, because the same text is always written in the same way. */
export function* readString(source: ByteSource, each: (part: Buffer) => void): Reading<void> {
  const { length, isEncoded } = yield* readPrefix(source)
  each(Buffer.from(`${isEncoded ? 'e' : 's'}${length};`))
  if (!isEncoded) return yield* source.pass(length, each)
  const integerBytes = [1, 2, 4][length]
  if (integerBytes !== undefined) return each(yield* source.take(integerBytes))
  if (length !== 3) throw new Error('a string of the snapshot is encoded in a way that is not known')
  const packed = yield* readLength(source)
  each(Buffer.from(`${packed}:${yield* readLength(source)};`))
  yield* source.pass(packed, each)
}

/** For short strings such as names. Numbers become decimal text; compressed strings are returned as stored. */
export function* readText(source: ByteSource): Reading<string> {
  const { length, isEncoded } = yield* readPrefix(source)
  if (!isEncoded) {
    if (length > longestText) throw new Error('a text of the snapshot is too long')
    return (yield* source.take(length)).toString()
  }
  if (length === 0) return String((yield* source.take(1)).readInt8())
  if (length === 1) return String((yield* source.take(2)).readInt16LE())
  if (length === 2) return String((yield* source.take(4)).readInt32LE())
  const packed = yield* readLength(source)
  yield* readLength(source)
  if (packed > longestText) throw new Error('a text of the snapshot is too long')
  return (yield* source.take(packed)).toString('latin1')
}
