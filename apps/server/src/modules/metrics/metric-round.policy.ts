/** Encodes one measurement of a server as bytes: for each series its id and its values; pure. */
import { NumberReader, NumberWriter } from './whole-numbers.policy.ts'

export interface SeriesValues {
  seriesId: number
  values: readonly number[]
}

const form = 1
const maxSeries = 5_000
const maxColumns = 64

export function encodeRound(found: readonly SeriesValues[]): Buffer {
  const writer = new NumberWriter()
  writer.write(form)
  writer.write(found.length)
  for (const { seriesId, values } of found) {
    writer.write(seriesId)
    writer.write(values.length)
    for (const value of values) writer.write(value)
  }
  return writer.finish()
}

export function decodeRound(bytes: Uint8Array): SeriesValues[] {
  const reader = new NumberReader(bytes)
  const [found, count] = [reader.read(), reader.read()]
  if (found !== form || count > maxSeries) throw new RangeError("this isn't a round")
  return Array.from({ length: count }, () => {
    const [seriesId, columns] = [reader.read(), reader.read()]
    if (columns > maxColumns) throw new RangeError("this isn't a round")
    return { seriesId, values: Array.from({ length: columns }, () => reader.read()) }
  })
}
