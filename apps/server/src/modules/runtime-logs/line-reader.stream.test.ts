import type { LogEntry } from '@longshore/remote/docker'
import { expect, test } from 'vitest'
import { createRedactor } from '../../platform/secrets/redactor.ts'
import { LineReader } from './line-reader.stream.ts'
import { maxLineLength } from './log-chunk.policy.ts'
import { emptyCursor } from './log-cursor.policy.ts'

const entry = (second: number, text: string, more: Partial<LogEntry> = {}): LogEntry => ({
  stream: 'stdout',
  at: `2026-11-15T09:30:${String(second).padStart(2, '0')}.000000000Z`,
  text: Buffer.from(text),
  endsLine: true,
  ...more,
})

test('a line that comes in parts is one line, and only a complete one advances the cursor', () => {
  const reader = new LineReader(emptyCursor, createRedactor())
  const half = reader.read([entry(1, 'first'), entry(2, 'a long ', { endsLine: false })])
  expect(half.lines.map((line) => line.text)).toEqual(['first'])
  expect(half.cursor.stdout).toEqual({ at: entry(1, '').at, count: 1 })
  const whole = reader.read([entry(2, 'line')])
  expect(whole.lines.map((line) => line.text)).toEqual(['a long line'])
  expect(whole.cursor.stdout).toEqual({ at: entry(2, '').at, count: 2 })
})

test('skips known entries, and the end of a program ends its line', () => {
  const first = new LineReader(emptyCursor, createRedactor()).read([entry(1, 'one'), entry(1, 'two')])
  const reader = new LineReader(first.cursor, createRedactor())
  const again = [entry(1, 'one'), entry(1, 'two'), entry(1, 'three'), entry(2, 'no end', { endsLine: false })]
  expect(reader.read(again).lines.map((line) => line.text)).toEqual(['three'])
  expect(reader.end().lines.map((line) => line.text)).toEqual(['no end'])
})

test('redacts secrets within a line, across its parts and over several lines', () => {
  const key = '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nEFAASCBKcwggSjAgEAAoIBAQC7\n-----END KEY-----'
  const secret = 'correct-horse-battery'
  const reader = new LineReader(emptyCursor, createRedactor([secret, key]))
  const parts = [entry(1, `token=correct-hor`, { endsLine: false }), entry(1, `se-battery and more`)]
  const printed = key.split('\n').map((text, index) => entry(2 + index, text))
  const text = reader
    .read([...parts, ...printed])
    .lines.map((line) => line.text)
    .join('\n')
  expect(text).toMatch(/^token=.+ and more/)
  for (const piece of ['correct-hor', 'se-battery', 'MIIEvQ', 'EFAASC']) expect(text).not.toContain(piece)
})

test('cuts an endless line, uses bounded memory, and shows no part of a secret at the cut', () => {
  const secret = 'correct-horse-battery'
  const reader = new LineReader(emptyCursor, createRedactor([secret]))
  const filler = 'x'.repeat(maxLineLength - 10)
  const parts = [entry(1, `${filler}${secret}`, { endsLine: false })]
  for (let n = 0; n < 100; n += 1) parts.push(entry(1, 'y'.repeat(16_384), { endsLine: n === 99 }))
  const [line] = reader.read(parts).lines
  expect(line?.text.length).toBeLessThan(maxLineLength + 20)
  expect(line?.text).toMatch(/… \(cut\)$/)
  expect(line?.text).not.toContain('correct')
})
