import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RawStreamReader } from './raw-stream.ts'

function frame(kind: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head[0] = kind
  head.writeUInt32BE(content.length, 4)
  return Buffer.concat([head, content])
}

test('separates the two streams, however the bytes are split', () => {
  const frames = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.uint8Array({ maxLength: 40 })), { maxLength: 12 })
  fc.assert(
    fc.property(frames, fc.integer({ min: 1, max: 17 }), (list, size) => {
      const got = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
      const reader = new RawStreamReader((stream, part) => got[stream].push(Buffer.from(part)))
      const bytes = Buffer.concat(list.map(([kind, content]) => frame(kind, content)))
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
      for (const [kind, name] of [
        [1, 'stdout'],
        [2, 'stderr'],
      ] as const) {
        const sent = Buffer.concat(list.filter((each) => each[0] === kind).map((each) => each[1]))
        expect(Buffer.concat(got[name]).equals(sent)).toBe(true)
      }
    }),
  )
})

test('passes a frame of four gigabytes on in parts without buffering it', () => {
  let bytes = 0
  const reader = new RawStreamReader((_stream, part) => {
    bytes += part.length
  })
  reader.push(Buffer.from([1, 0, 0, 0, 255, 255, 255, 255]))
  for (let index = 0; index < 100; index += 1) reader.push(Buffer.alloc(1_000))
  expect(bytes).toBe(100_000)
})

test('rejects anything that is not such a stream', () => {
  const reader = new RawStreamReader(() => undefined)
  expect(() => reader.push(Buffer.from('HTTP/1.1 200 OK'))).toThrow(RangeError)
})
