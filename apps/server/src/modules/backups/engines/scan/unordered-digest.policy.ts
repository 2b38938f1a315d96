/**
 * A hash of unordered items: the sum of their hashes, modulo 2^256. Unlike with XOR, two equal items don't cancel out.
 */
const wordCount = 8

export class UnorderedDigest {
  readonly #sum = new Uint32Array(wordCount)
  count = 0

  /** `hash` has 32 bytes. */
  add(hash: Buffer): void {
    let carry = 0
    for (let word = wordCount - 1; word >= 0; word -= 1) {
      const sum = (this.#sum[word] ?? 0) + hash.readUInt32BE(4 * word) + carry
      this.#sum[word] = sum % 2 ** 32
      carry = sum >= 2 ** 32 ? 1 : 0
    }
    this.count += 1
  }

  read(): string {
    return Array.from(this.#sum, (word) => word.toString(16).padStart(8, '0')).join('')
  }
}
