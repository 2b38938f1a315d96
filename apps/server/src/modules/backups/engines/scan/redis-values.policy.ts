/**
 * Hashes the values of a Redis snapshot by type. Hashes of unordered members are added; everything else is hashed as
 * stored.
 */
import { createHash, type Hash } from 'node:crypto'
import type { ByteSource, Reading } from './byte-source.policy.ts'
import { readLength, readString } from './redis-strings.policy.ts'
import { UnorderedDigest } from './unordered-digest.policy.ts'

const types = {
  string: 0,
  list: 1,
  set: 2,
  sortedSetText: 3,
  hash: 4,
  sortedSet: 5,
  module: 7,
  quickList: 14,
  stream: 15,
  quickList2: 18,
  stream2: 19,
  stream3: 21,
} as const
/** Types that store everything in one string. */
const packedTypes: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 16, 17, 20])

export function* readValue(source: ByteSource, type: number, hash: Hash): Reading<void> {
  const each = (part: Buffer) => void hash.update(part)
  if (type === types.string || packedTypes.has(type)) return yield* readString(source, each)
  switch (type) {
    case types.list:
    case types.quickList:
      for (let left = yield* readLength(source); left > 0; left -= 1) yield* readString(source, each)
      return
    case types.quickList2:
      for (let left = yield* readLength(source); left > 0; left -= 1) {
        hash.update(`n${yield* readLength(source)};`)
        yield* readString(source, each)
      }
      return
    case types.set:
      return yield* readMembers(source, hash, (member) => readString(source, member))
    case types.hash:
      return yield* readMembers(source, hash, function* (member) {
        yield* readString(source, member)
        yield* readString(source, member)
      })
    case types.sortedSet:
    case types.sortedSetText:
      return yield* readMembers(source, hash, function* (member) {
        yield* readString(source, member)
        yield* readScore(source, type, member)
      })
    case types.stream:
    case types.stream2:
    case types.stream3:
      return yield* readStream(source, type, hash)
    case types.module:
      return yield* skipModule(source, hash)
    default:
      throw new Error(`a value of the snapshot is of a type that is not known (${type})`)
  }
}

type Each = (part: Buffer) => void

function* readMembers(source: ByteSource, hash: Hash, read: (each: Each) => Reading<void>): Reading<void> {
  const members = new UnorderedDigest()
  for (let left = yield* readLength(source); left > 0; left -= 1) {
    const own = createHash('sha256')
    yield* read((part) => void own.update(part))
    members.add(own.digest())
  }
  hash.update(`${members.count} ${members.read()}`)
}

function* readScore(source: ByteSource, type: number, each: Each): Reading<void> {
  if (type === types.sortedSet) return each(yield* source.take(8))
  // Text with a length prefix. The last three lengths stand for the infinities and NaN.
  const length = yield* source.byte()
  each(Buffer.of(length))
  if (length < 253) each(yield* source.take(length))
}

/** Hashes entries as stored. Consumer groups are only skipped, because their timestamps change on loading. */
function* readStream(source: ByteSource, type: number, hash: Hash): Reading<void> {
  const each = (part: Buffer) => void hash.update(part)
  const nothing = () => undefined
  for (let left = yield* readLength(source); left > 0; left -= 1) {
    yield* readString(source, each)
    yield* readString(source, each)
  }
  for (let left = type === types.stream ? 3 : 8; left > 0; left -= 1) hash.update(`${yield* readLength(source)};`)
  for (let groups = yield* readLength(source); groups > 0; groups -= 1) {
    yield* readString(source, each)
    for (let left = type === types.stream ? 2 : 3; left > 0; left -= 1) yield* readLength(source)
    for (let pending = yield* readLength(source); pending > 0; pending -= 1) {
      yield* source.take(24)
      yield* readLength(source)
    }
    for (let consumers = yield* readLength(source); consumers > 0; consumers -= 1) {
      yield* readString(source, nothing)
      yield* source.take(type === types.stream3 ? 16 : 8)
      const pending = yield* readLength(source)
      yield* source.pass(16 * pending, nothing)
    }
  }
}

/** Reads what a module wrote: typed parts up to the end marker. */
export function* skipModule(source: ByteSource, hash?: Hash): Reading<void> {
  const each = (part: Buffer) => void hash?.update(part)
  each(Buffer.from(`${yield* readLength(source)};`))
  for (;;) {
    const kind = yield* readLength(source)
    if (kind === 0) return
    if (kind === 1 || kind === 2) each(Buffer.from(`${yield* readLength(source)};`))
    else if (kind === 3) each(yield* source.take(4))
    else if (kind === 4) each(yield* source.take(8))
    else if (kind === 5) yield* readString(source, each)
    else throw new Error('a part of a module in the snapshot is not known')
  }
}
