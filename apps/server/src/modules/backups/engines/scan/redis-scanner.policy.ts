/**
 * Scans a Redis snapshot (RDB). Keys and members of large sets are unordered, so each is hashed separately and the
 * hashes are added: the same data gives the same sum in any order. Expiring keys are left out, because a copy that is
 * loaded later has fewer of them.
 */
import { createHash } from 'node:crypto'
import type { DumpContent } from '../manifest.schemas.ts'
import { ByteSource, CutOffError, type Reading } from './byte-source.policy.ts'
import { readLength, readString, readText } from './redis-strings.policy.ts'
import { readValue, skipModule } from './redis-values.policy.ts'
import type { DumpFacts, Scanner } from './scanner.policy.ts'
import { UnorderedDigest } from './unordered-digest.policy.ts'

const opcodes = {
  slotInfo: 0xf4,
  function: 0xf5,
  functionBefore7: 0xf6,
  moduleAuxiliary: 0xf7,
  idle: 0xf8,
  frequency: 0xf9,
  auxiliary: 0xfa,
  sizes: 0xfb,
  expiresMs: 0xfc,
  expires: 0xfd,
  database: 0xfe,
  end: 0xff,
} as const

/** Length of the end code and the checksum. */
const endBytes = 9

export class RedisScanner implements Scanner {
  readonly #source = new ByteSource()
  readonly #reading: Reading<void>
  readonly #databases = new Map<number, UnorderedDigest>()
  readonly #functions: string[] = []
  #version: string | null = null
  #isSnapshot = false
  #isWhole = false
  #isDone = false
  /**
   * The snapshot contains something that this reader doesn't know, such as types of a later version, so only its end is
   * checked.
   */
  #isOpaque = false
  #tail = Buffer.alloc(0)

  constructor() {
    this.#reading = this.#read()
  }

  push(chunk: Buffer): void {
    this.#tail = Buffer.from(Buffer.concat([this.#tail, chunk.subarray(-endBytes)]).subarray(-endBytes))
    if (this.#isDone) {
      this.#isWhole = false
      return
    }
    this.#source.push(chunk)
    this.#advance()
  }

  end(): void {
    this.#source.hasEnded = true
    this.#advance()
    if (this.#isOpaque) this.#isWhole = this.#tail.length === endBytes && this.#tail[0] === opcodes.end
    else if (!this.#source.isEmpty) this.#isWhole = false
  }

  content(): DumpContent {
    if (this.#isOpaque) return { objects: [], tables: [], rowHash: 'sha256', entries: null }
    const tables = [...this.#databases]
      .toSorted(([a], [b]) => a - b)
      .map(([number, digest]) => ({ name: `db${number}`, rows: digest.count, digest: digest.read() }))
      .filter(({ rows }) => rows > 0)
    const entries = tables.reduce((sum, { rows }) => sum + rows, 0)
    return { objects: this.#functions.toSorted(), tables, rowHash: 'sha256', entries }
  }

  facts(): DumpFacts {
    return { engineVersion: this.#version, toolVersion: null, hasEndMarker: this.#isWhole }
  }

  #advance(): void {
    if (this.#isDone) return
    try {
      this.#isDone = this.#reading.next().done === true
    } catch (error) {
      this.#isDone = true
      this.#isOpaque = !(error instanceof CutOffError) && this.#isSnapshot
    }
  }

  *#read(): Reading<void> {
    const source = this.#source
    const magic = (yield* source.take(9)).toString('latin1')
    if (!/^REDIS\d{4}$/.test(magic)) throw new Error("this isn't a Redis snapshot")
    this.#isSnapshot = true
    const hasChecksum = Number(magic.slice(5)) >= 5
    let database = this.#databaseOf(0)
    let doesExpire = false
    for (;;) {
      const type = yield* source.byte()
      if (type === opcodes.end) break
      if (type === opcodes.database) database = this.#databaseOf(yield* readLength(source))
      else if (type === opcodes.expires || type === opcodes.expiresMs) {
        yield* source.take(type === opcodes.expires ? 4 : 8)
        doesExpire = true
      } else if (type >= opcodes.slotInfo) yield* this.#readRest(type)
      else {
        yield* readKey(source, { type, into: doesExpire ? null : database })
        doesExpire = false
      }
    }
    if (hasChecksum) yield* source.take(8)
    this.#isWhole = true
  }

  *#readRest(type: number): Reading<void> {
    const source = this.#source
    if (type === opcodes.auxiliary) {
      const name = yield* readText(source)
      const value = yield* readText(source)
      if (name === 'redis-ver' || name === 'valkey-ver') this.#version ??= value.slice(0, 60)
    } else if (type === opcodes.sizes) {
      yield* readLength(source)
      yield* readLength(source)
    } else if (type === opcodes.slotInfo) for (let n = 0; n < 3; n += 1) yield* readLength(source)
    else if (type === opcodes.idle) yield* readLength(source)
    else if (type === opcodes.frequency) yield* source.take(1)
    else if (type === opcodes.moduleAuxiliary) yield* skipModule(source)
    else if (type === opcodes.function) this.#functions.push(`FUNCTION ${hashOf(yield* readText(source))}`)
    else throw new Error(`a part of this snapshot is not known (${type})`)
  }

  #databaseOf(number: number): UnorderedDigest {
    const digest = this.#databases.get(number) ?? new UnorderedDigest()
    this.#databases.set(number, digest)
    return digest
  }
}

/** With null for `into`, the key is skipped. */
function* readKey(source: ByteSource, { type, into }: { type: number; into: UnorderedDigest | null }): Reading<void> {
  const hash = createHash('sha256')
  hash.update(Buffer.of(type))
  yield* readString(source, (part) => void hash.update(part))
  yield* readValue(source, type, hash)
  into?.add(hash.digest())
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
