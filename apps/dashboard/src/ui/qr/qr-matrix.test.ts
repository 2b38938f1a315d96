import { describe, expect, it } from 'vitest'
import { qrMatrix } from './qr-matrix.ts'

describe('qrMatrix', () => {
  it('encodes the example of ISO 18004', () => {
    // "01234567" in version 1-M: 16 data codewords, then 10 for error correction.
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11]
    const correction = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]
    expect(readCodewords(qrMatrix('01234567') ?? [])).toEqual([...data, ...correction])
  })

  it.each([
    'a',
    'otpauth://totp/Longshore:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Longshore',
    `otpauth://totp/${'x'.repeat(200)}`,
    'ä€🚢'.repeat(40),
    'x'.repeat(412),
  ])('holds the whole text: %s', (text) => {
    expect(decode(qrMatrix(text) ?? [])).toBe(text)
  })

  it('returns undefined for a text that is too long', () => {
    expect(qrMatrix('x'.repeat(412))).toHaveLength(77)
    expect(qrMatrix('x'.repeat(413))).toBeUndefined()
  })
})

/** Format information of level M by mask, from the standard. */
const formats = ['101010000010010', '101000100100101', '101111001111100', '101101101001011', '100010111111001', '100000011001110', '100111110010111', '100101010100000'] // biome-ignore format: a list

/** For each mask: zero where the mask inverts a cell. */
const masks = [
  (x: number, y: number) => (x + y) % 2, (_: number, y: number) => y % 2, (x: number) => x % 3, (x: number, y: number) => (x + y) % 3,
  (x: number, y: number) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3),
  (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2,
] // biome-ignore format: a table

/** Alignment pattern centers by version, from the standard. */
const centers = [[], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50], [6, 30, 54], [6, 32, 58], [6, 34, 62], [6, 26, 46, 66], [6, 26, 48, 70]] // biome-ignore format: a table

/** Level M by version: error correction codewords per block, and blocks. */
const blocks = [[0, 1], [10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5], [30, 5], [22, 8], [22, 9], [24, 9], [24, 10]] // biome-ignore format: a table

type Matrix = readonly (readonly boolean[])[]

const versionOf = (matrix: Matrix) => (matrix.length - 17) / 4

/** Reads the cells as a scanner does, in the order of the standard. */
function readCodewords(matrix: Matrix): number[] {
  const size = matrix.length
  const at = (x: number, y: number) => (matrix[y]?.[x] ? '1' : '0')
  const format = [
    ...[0, 1, 2, 3, 4, 5].map((x) => at(x, 8)),
    ...[at(7, 8), at(8, 8), at(8, 7)],
    ...[5, 4, 3, 2, 1, 0].map((y) => at(8, y)),
  ].join('')
  const mask = masks[formats.indexOf(format)]
  if (mask === undefined) throw new Error(`no format of level M: ${format}`)
  const bits: number[] = []
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        if (!isReserved(x, y, versionOf(matrix))) bits.push(Number(at(x, y)) ^ Number(mask(x, y) === 0))
      }
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    toNumber(bits.slice(index * 8, index * 8 + 8)),
  )
}

/** Finder, timing and alignment patterns, and format and version information. */
function isReserved(x: number, y: number, version: number): boolean {
  const last = version * 4 + 16
  if (x === 6 || y === 6) return true
  if ((x < 9 && y < 9) || (x < 9 && y > last - 8) || (x > last - 8 && y < 9)) return true
  if (version >= 7 && ((x < 6 && y > last - 11) || (x > last - 11 && y < 6))) return true
  const all = centers[version] ?? []
  const isAlignment = (cx: number, cy: number) => Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2
  const isFinder = (cx: number, cy: number) =>
    (cx === 6 && cy === 6) || (cx === 6 && cy === last - 6) || (cx === last - 6 && cy === 6)
  return all.some((cx) => all.some((cy) => !isFinder(cx, cy) && isAlignment(cx, cy)))
}

/** For codes in byte mode without damage. */
function decode(matrix: Matrix): string {
  const version = versionOf(matrix)
  const codewords = readCodewords(matrix)
  const [perBlock = 0, count = 1] = blocks[version] ?? []
  const length = codewords.length - perBlock * count
  const short = Math.floor(length / count)
  const longFrom = count - (length % count)
  const parts: number[][] = Array.from({ length: count }, () => [])
  let at = 0
  for (let column = 0; column <= short; column += 1)
    for (let block = 0; block < count; block += 1)
      if (column < short || block >= longFrom) {
        parts[block]?.push(codewords[at] ?? 0)
        at += 1
      }
  const bits = parts.flat().flatMap((byte) => Array.from({ length: 8 }, (_, index) => (byte >>> (7 - index)) & 1))
  const take = (start: number, size: number) => toNumber(bits.slice(start, start + size))
  const header = version < 10 ? 12 : 20
  const bytes = Array.from({ length: take(4, header - 4) }, (_, index) => take(header + index * 8, 8))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

function toNumber(bits: readonly number[]): number {
  return bits.reduce((value, bit) => value * 2 + bit, 0)
}
