/** A text as a QR code (ISO 18004): bytes, error correction level M, up to 412 of them. Nothing leaves the page to draw one. */
import { drawFormat, drawFrame, type Grid } from './qr-frame.ts'
import { errorCorrection } from './reed-solomon.ts'

/** Per version from 1: error correction bytes per block, and blocks. */
const blocks: readonly (readonly [number, number])[] = [
  [10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5], [30, 5], [22, 8], [22, 9],
  [24, 9], [24, 10],
] // biome-ignore format: a table

/** Rows of cells, true is dark. Undefined: the text is too long. */
export function qrMatrix(text: string): boolean[][] | undefined {
  const bytes = [...new TextEncoder().encode(text)]
  const version = blocks.findIndex((_, index) => bytes.length <= capacityOf(index + 1)) + 1
  if (version === 0) return undefined
  const codewords = interleave(toData(bytes, version), version)
  const candidates = Array.from({ length: 8 }, (_, mask) => {
    const grid = drawFrame(version)
    fill(grid, codewords, mask)
    drawFormat(grid, mask)
    return grid.dark
  })
  return candidates.reduce((best, next) => (penaltyOf(next) < penaltyOf(best) ? next : best))
}

function capacityOf(version: number): number {
  return dataLength(version) - (version < 10 ? 2 : 3)
}

function dataLength(version: number): number {
  const [perBlock = 0, count = 0] = blocks[version - 1] ?? []
  return rawLength(version) - perBlock * count
}

/** Bytes that fit into what the frame leaves free. */
function rawLength(version: number): number {
  const { isFixed } = drawFrame(version)
  return Math.floor(isFixed.flat().filter((isTaken) => !isTaken).length / 8)
}

/** Mode, length and bytes, then the prescribed filling. */
function toData(bytes: readonly number[], version: number): number[] {
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let index = length - 1; index >= 0; index -= 1) bits.push((value >>> index) & 1)
  }
  push(0b0100, 4)
  push(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) push(byte, 8)
  const length = dataLength(version) * 8
  push(0, Math.min(4, length - bits.length))
  push(0, (8 - (bits.length % 8)) % 8)
  for (let filling = 0xec; bits.length < length; filling ^= 0xec ^ 0x11) push(filling, 8)
  return Array.from({ length: length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  )
}

/** Blocks side by side, so that a spot on the code hurts each only a little. Later blocks may be one byte longer. */
function interleave(data: readonly number[], version: number): number[] {
  const [perBlock = 0, count = 1] = blocks[version - 1] ?? []
  const shortLength = Math.floor(data.length / count)
  const shortCount = count - (data.length % count)
  const parts = Array.from({ length: count }, (_, index) => {
    const start = index * shortLength + Math.max(0, index - shortCount)
    return data.slice(start, start + shortLength + (index < shortCount ? 0 : 1))
  })
  const corrections = parts.map((part) => errorCorrection(part, perBlock))
  return [...columnsOf(parts), ...columnsOf(corrections)]
}

function columnsOf(rows: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...rows.map(({ length }) => length))
  return Array.from({ length: longest }, (_, column) => rows.flatMap((row) => row[column] ?? [])).flat()
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function fill(grid: Grid, codewords: readonly number[], mask: number): void {
  const isFlipped = masks[mask]
  let index = 0
  for (const [x, y] of dataCells(grid)) {
    const bit = (((codewords[index >>> 3] ?? 0) >>> (7 - (index & 7))) & 1) === 1
    const row = grid.dark[y]
    if (row !== undefined) row[x] = bit !== (isFlipped?.(x, y) === true)
    index += 1
  }
}

/** From the lower right corner in pairs of columns, up and down in turn, past the timing column. */
export function* dataCells({ size, isFixed }: Grid): Generator<readonly [number, number]> {
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = isUpward ? size - 1 - step : step
        if (isFixed[y]?.[x] === false) yield [x, y]
      }
  }
}

/** What makes a code hard to read: long runs, blocks, shapes like a finder, too much of one colour. */
function penaltyOf(dark: boolean[][]): number {
  const size = dark.length
  const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x] === true))]
  let penalty = 0
  for (const line of lines) {
    const text = line.map((isDark) => (isDark ? '1' : '0')).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2
    penalty += 40 * (text.match(/(?=10111010000|00001011101)/g) ?? []).length
  }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const colour = dark[y]?.[x]
      if (dark[y]?.[x - 1] === colour && dark[y - 1]?.[x] === colour && dark[y - 1]?.[x - 1] === colour) penalty += 3
    }
  const share = dark.flat().filter(Boolean).length / (size * size)
  return penalty + Math.floor(Math.abs(share - 0.5) * 20) * 10
}
