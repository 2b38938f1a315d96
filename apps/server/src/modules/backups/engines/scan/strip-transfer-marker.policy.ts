/**
 * Strips the transfer marker from a Redis snapshot. A server that sends its snapshot without a file ends it with a
 * marker of forty characters, and `redis-cli --rdb -` passes that on. The snapshot itself ends with an end code and a
 * checksum; the marker follows.
 */
const markBytes = 40
const endCode = 0xff
const checksumBytes = 8

export async function* stripTransferMarker(dump: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const kept = markBytes + checksumBytes + 1
  let tail = Buffer.alloc(0)
  for await (const chunk of dump) {
    const all = tail.length === 0 ? chunk : Buffer.concat([tail, chunk])
    const split = Math.max(0, all.length - kept)
    if (split > 0) yield all.subarray(0, split)
    tail = Buffer.from(all.subarray(split))
  }
  const mark = tail.subarray(-markBytes).toString('latin1')
  const hasMark = tail.length === kept && tail[0] === endCode && /^[0-9a-f]{40}$/.test(mark)
  if (tail.length > 0) yield hasMark ? tail.subarray(0, -markBytes) : tail
}
