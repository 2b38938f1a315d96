/** Varints: seven bits per byte, low bits first; pure. */

export class NumberWriter {
  #bytes = Buffer.allocUnsafe(4_096)
  #length = 0

  /** Accepts 0 to 2^53. */
  write(value: number): void {
    if (this.#length + 8 > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2)
    let rest = value
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) + 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[this.#length++] = rest
  }

  /** Zigzag encoding: 0, -1, 1, -2, 2, and so on. */
  writeSigned(value: number): void {
    this.write(value < 0 ? -2 * value - 1 : 2 * value)
  }

  finish(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }
}

export class NumberReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(): number {
    let value = 0
    for (let factor = 1; factor < 2 ** 57; factor *= 0x80) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('the numbers break off')
      value += (byte % 0x80) * factor
      if (byte < 0x80) return value
    }
    throw new RangeError('a number is too long')
  }

  readSigned(): number {
    const value = this.read()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
}
