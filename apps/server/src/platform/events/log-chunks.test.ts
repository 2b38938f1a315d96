import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogChunks, maxChunkBytes, splitText } from './log-chunks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('pieces contain whole characters, stay within the limit, and add up to the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 4, max: 64 }), (text, maxBytes) => {
      const pieces = splitText(text, maxBytes)
      expect(pieces.join('')).toBe(text.toWellFormed())
      for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(maxBytes)
    }),
    { numRuns: 2_000 },
  )
})

test('splits between lines where possible', () => {
  expect(splitText('one\ntwo\nthree\nfour', 10)).toEqual(['one\ntwo\n', 'three\nfour'])
})

test('writes little output at once after a quarter of a second', async () => {
  const write = vi.fn(async (_chunks: string[]) => undefined)
  const log = new LogChunks({ write })
  await log.push('a')
  await log.push('b\n')
  await vi.advanceTimersByTimeAsync(249)
  expect(write).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(write.mock.calls).toEqual([[['ab\n']]])
})

test('writes continuous output once a second', async () => {
  const write = vi.fn(async (_chunks: string[]) => undefined)
  const log = new LogChunks({ write })
  for (let n = 0; n < 100; n += 1) {
    await log.push(`line ${n}\n`)
    await vi.advanceTimersByTimeAsync(50)
  }
  // Five writes in five seconds: the first after a quarter of a second.
  expect(write).toHaveBeenCalledTimes(5)
})

test('writes large output immediately in chunks of at most 16 kB, eight at a time, and applies backpressure', async () => {
  const written: string[] = []
  let running = 0
  const log = new LogChunks({
    async write(chunks) {
      running += 1
      expect(running).toBe(1)
      expect(chunks.length).toBeLessThanOrEqual(8)
      await Promise.resolve()
      written.push(...chunks)
      running -= 1
    },
  })
  const text = 'ä line\n'.repeat(100_000)
  await log.push(text)
  expect(written.join('')).toBe(text)
  for (const chunk of written) expect(Buffer.byteLength(chunk)).toBeLessThanOrEqual(maxChunkBytes)
})

test('writes the rest at the end, and reports a failed write to the next push', async () => {
  const written: string[] = []
  {
    await using log = new LogChunks({ write: async (chunks) => void written.push(...chunks) })
    await log.push('last words')
  }
  expect(written).toEqual(['last words'])
  const broken = new LogChunks({ write: () => Promise.reject(new Error('no database')) })
  await broken.push('x')
  await vi.advanceTimersByTimeAsync(250)
  await expect(broken.push('y')).rejects.toThrow('no database')
})
