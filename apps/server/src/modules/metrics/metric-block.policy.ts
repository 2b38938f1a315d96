/**
 * Encodes the points of one series as bytes; pure. Column by column, because consecutive values are similar: deltas,
 * small numbers in few bytes, deflate over all.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { NumberReader, NumberWriter } from './whole-numbers.policy.ts'

export interface Point {
  /** Seconds since 1970. */
  at: number
  /** Stored steps; for aggregates first the means, then the maxima. */
  values: readonly number[]
}

const form = 1
const maxPoints = 4_000
const maxColumns = 64
const maxBytes = 4 << 20

/** Points must be sorted by time and have the same number of values. */
export function encodeBlock(points: readonly Point[]): Buffer {
  const columns = points[0]?.values.length ?? 0
  const writer = new NumberWriter()
  for (const each of [form, points.length, columns]) writer.write(each)
  writeColumn(
    writer,
    points.map((each) => each.at),
  )
  for (let column = 0; column < columns; column += 1)
    writeColumn(
      writer,
      points.map((each) => each.values[column] ?? 0),
    )
  return deflateRawSync(writer.finish(), { level: 9 })
}

export function decodeBlock(bytes: Uint8Array): Point[] {
  const reader = new NumberReader(inflateRawSync(bytes, { maxOutputLength: maxBytes }))
  const [found, count, columns] = [reader.read(), reader.read(), reader.read()]
  if (found !== form || count > maxPoints || columns > maxColumns) throw new RangeError("this isn't a block of points")
  const times = readColumn(reader, count)
  const values = Array.from({ length: columns }, () => readColumn(reader, count))
  return times.map((at, index) => ({ at, values: values.map((column) => column[index] ?? 0) }))
}

function writeColumn(writer: NumberWriter, values: readonly number[]): void {
  let before = 0
  for (const value of values) {
    writer.writeSigned(value - before)
    before = value
  }
}

function readColumn(reader: NumberReader, count: number): number[] {
  let value = 0
  return Array.from({ length: count }, () => {
    value += reader.readSigned()
    return value
  })
}
