import { describe, expect, it } from 'vitest'
import { alignmentCentres, drawFormat, drawFrame } from './qr-frame.ts'
import { dataCells, qrMatrix } from './qr-matrix.ts'
import { errorCorrection, multiply } from './reed-solomon.ts'

describe('QR codes', () => {
  it('correct errors by the polynomial of the standard', () => {
    // The example of ISO 18004: "01234567" in version 1-M.
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11]
    expect(errorCorrection(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55])
    expect(multiply(0x80, 2)).toBe(0x1d)
  })

  it('have the alignment centres of the standard', () => {
    expect(alignmentCentres(2)).toEqual([6, 18])
    expect(alignmentCentres(7)).toEqual([6, 22, 38])
    expect(alignmentCentres(14)).toEqual([6, 26, 46, 66])
    expect(alignmentCentres(15)).toEqual([6, 26, 48, 70])
  })

  it('say their level and mask as the standard has it', () => {
    const expected = ['101010000010010', '101000100100101', '101111001111100', '101101101001011', '100010111111001', '100000011001110', '100111110010111', '100101010100000'] // biome-ignore format: a list
    for (const [mask, bits] of expected.entries()) expect(formatOf(mask)).toBe(bits)
  })

  it.each([
    'a',
    'otpauth://totp/Longshore:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Longshore',
    `otpauth://totp/${'x'.repeat(200)}`,
    'ä€🚢'.repeat(40),
  ])('hold the whole text: %s', (text) => {
    expect(readBack(text)).toBe(text)
  })

  it('say so when a text is too long', () => {
    expect(qrMatrix('x'.repeat(412))).toHaveLength(77)
    expect(qrMatrix('x'.repeat(413))).toBeUndefined()
  })
})

function formatOf(mask: number): string {
  const grid = drawFrame(1)
  drawFormat(grid, mask)
  const at = (x: number, y: number) => (grid.dark[y]?.[x] ? '1' : '0')
  const low = [0, 1, 2, 3, 4, 5].map((y) => at(8, y))
  const high = [5, 4, 3, 2, 1, 0].map((x) => at(x, 8))
  return [...low, at(8, 7), at(8, 8), at(7, 8), ...high].reverse().join('')
}

/** As a reader does it, for codes without damage: the mask is read from the format. */
function readBack(text: string): string {
  const matrix = qrMatrix(text) ?? []
  const version = (matrix.length - 17) / 4
  const mask = Array.from({ length: 8 }, (_, each) => each).find((each) => {
    const grid = drawFrame(version)
    drawFormat(grid, each)
    return grid.dark[8]?.slice(0, 6).every((isDark, x) => isDark === matrix[8]?.[x])
  })
  const flips = [
    (x: number, y: number) => (x + y) % 2, (_: number, y: number) => y % 2, (x: number) => x % 3, (x: number, y: number) => (x + y) % 3,
    (x: number, y: number) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3),
    (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ] // biome-ignore format: a table
  const bits = [...dataCells(drawFrame(version))].map(
    ([x, y]) => (matrix[y]?.[x] === true) !== (flips[mask ?? 0]?.(x, y) === 0),
  )
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => (byte << 1) | Number(bit), 0),
  )
  return decode(words, version)
}

const perVersion = [[10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5], [30, 5], [22, 8], [22, 9], [24, 9], [24, 10]] // biome-ignore format: a table

function decode(words: number[], version: number): string {
  const [perBlock = 0, count = 1] = perVersion[version - 1] ?? []
  const length = words.length - perBlock * count
  const short = Math.floor(length / count)
  const longFrom = count - (length % count)
  const parts: number[][] = Array.from({ length: count }, () => [])
  let at = 0
  for (let column = 0; column <= short; column += 1)
    for (let block = 0; block < count; block += 1)
      if (column < short || block >= longFrom) {
        parts[block]?.push(words[at] ?? 0)
        at += 1
      }
  const bits = parts.flat().flatMap((byte) => Array.from({ length: 8 }, (_, index) => (byte >>> (7 - index)) & 1))
  const take = (from: number, size: number) => bits.slice(from, from + size).reduce((value, bit) => value * 2 + bit, 0)
  const header = version < 10 ? 12 : 20
  const bytes = Array.from({ length: take(4, header - 4) }, (_, index) => take(header + index * 8, 8))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
