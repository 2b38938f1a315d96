/** Separates rows by their parentheses when a statement is on one line, as older versions of mariadb-dump write it. */
const [quote, backslash, open, close, semicolon] = [0x27, 0x5c, 0x28, 0x29, 0x3b]

export class OneLineRows {
  #isQuoted = false
  #isEscaped = false
  #depth = 0
  rows = 0

  /** Returns the position after the statement's semicolon, or -1 when it isn't in this chunk. */
  find(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === quote) this.#isQuoted = !this.#isQuoted
      else if (this.#isQuoted) this.#isEscaped = byte === backslash
      else if (byte === open) this.#enter()
      else if (byte === close) this.#depth -= 1
      else if (byte === semicolon) return at + 1
    }
    return -1
  }

  #enter(): void {
    if (this.#depth === 0) this.rows += 1
    this.#depth += 1
  }
}
