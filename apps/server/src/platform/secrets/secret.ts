/**
 * A value that must not be shown. It prints as `[secret]` wherever it becomes text (JSON, String(), template literals,
 * util.inspect, pino); only `reveal()` returns it, and that name can be searched for.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'
import { secretMark } from './secret-mark.policy.ts'

export class Secret {
  // A private field: neither spread, Object.entries nor a structured clone reaches it.
  readonly #bytes: Buffer

  constructor(value: string | Uint8Array) {
    this.#bytes = Buffer.from(value)
  }

  /** Returns the value as UTF-8 text. */
  reveal(): string {
    return this.#bytes.toString('utf8')
  }

  /** Returns a copy of the bytes. */
  revealBytes(): Buffer {
    return Buffer.from(this.#bytes)
  }

  get byteLength(): number {
    return this.#bytes.length
  }

  /** Constant time wherever the values differ; hashed first, so that lengths don't show either. */
  equals(other: Secret | string | Uint8Array): boolean {
    const bytes = other instanceof Secret ? other.#bytes : Buffer.from(other)
    return timingSafeEqual(sha256(this.#bytes), sha256(bytes))
  }

  toString(): string {
    return secretMark
  }

  toJSON(): string {
    return secretMark
  }

  [Symbol.toPrimitive](): string {
    return secretMark
  }

  [inspect.custom](): string {
    return secretMark
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
