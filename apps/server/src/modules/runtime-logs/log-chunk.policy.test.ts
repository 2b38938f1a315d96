import { expect, test } from 'vitest'
import { chunkLimits, decodeChunk, encodeChunk, inChunks, type LogLine } from './log-chunk.policy.ts'

const line = (index: number, text: string): LogLine => ({
  at: 1_763_229_081_123_456 + index * 17,
  stream: index % 2 === 0 ? 'stdout' : 'stderr',
  text,
})

test('lines survive encoding, whatever they contain', () => {
  const texts = ['', 'plain', 'ünï\u0000code\u2028', '\u001b[31mred', '{"json":"\\n"}', '💥'.repeat(100)]
  const lines = texts.map((text, index) => line(index, text))
  expect(decodeChunk(encodeChunk(lines))).toEqual(lines)
})

test('typical output compresses to a fraction of its size', () => {
  const lines = Array.from({ length: 500 }, (_, n) => line(n, `GET /orders/${n} 200 ${n % 40} ms request=${n * 7919}`))
  const raw = lines.reduce((sum, { text }) => sum + text.length, 0)
  expect(encodeChunk(lines).length).toBeLessThan(raw / 3)
})

test('chunks stay below their limits and lose nothing', () => {
  const lines = Array.from({ length: 5_000 }, (_, n) => line(n, 'x'.repeat(n % 100)))
  const chunks = inChunks(lines)
  expect(chunks.flat()).toEqual(lines)
  for (const chunk of chunks) {
    expect(chunk.length).toBeLessThanOrEqual(chunkLimits.lines)
    expect(chunk.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(chunkLimits.bytes)
  }
})
