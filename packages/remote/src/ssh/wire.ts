/** Strings and numbers in SSH's encoding (RFC 4251). */
export function writeString(value: Uint8Array | string): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** A positive number: no leading zero bytes, except one if the first bit would make it negative. */
export function writeNumber(value: Uint8Array): Buffer {
  const first = value.findIndex((byte) => byte !== 0)
  const bytes = first < 0 ? new Uint8Array() : value.subarray(first)
  return writeString((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes)
}

/** Reads values in sequence; throws a RangeError if the bytes end too early. */
export class WireReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes)
  }

  take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('the data ends too early')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  number(): number {
    return this.take(4).readUInt32BE()
  }

  bytes(): Buffer {
    return this.take(this.number())
  }

  text(): string {
    return this.bytes().toString('latin1')
  }
}
