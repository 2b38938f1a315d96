import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeFrame, type Frame, frameTypes, readFrames } from './frames.ts'

async function readAll(bytes: Buffer, sizes: readonly number[]): Promise<Frame[]> {
  const stream = new PassThrough()
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    stream.write(bytes.subarray(at, at + size))
    at += size
  }
  stream.end()
  const frames: Frame[] = []
  for await (const frame of readFrames(stream)) frames.push(frame)
  return frames
}

const end = encodeFrame(frameTypes.end, Buffer.alloc(0))

test('frames survive any chunking', async () => {
  const contents = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 })
  const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(contents, sizes, async (list, chunking) => {
      const bytes = Buffer.concat([...list.map((content) => encodeFrame(frameTypes.data, content)), end])
      const frames = await readAll(bytes, chunking)
      expect(frames.slice(0, -1).map((frame) => [...frame.content])).toEqual(list.map((content) => [...content]))
    }),
    { numRuns: 300 },
  )
})

test('reports a stream without its end frame as cut off, wherever it was cut', async () => {
  const bytes = Buffer.concat([encodeFrame(frameTypes.head, Buffer.from('{}')), end])
  for (let length = 0; length < bytes.length; length += 1)
    await expect(readAll(bytes.subarray(0, length), [3])).rejects.toMatchObject({ reason: 'cut_off' })
})

test('rejects an oversized frame before it arrives, and an unknown one immediately', async () => {
  const header = Buffer.alloc(5)
  header[0] = frameTypes.head
  header.writeUInt32BE((1 << 20) + 1, 1)
  await expect(readAll(header, [5])).rejects.toMatchObject({ reason: 'too_large' })
  await expect(readAll(Buffer.from([9, 0, 0, 0, 0]), [5])).rejects.toMatchObject({ reason: 'malformed' })
})
