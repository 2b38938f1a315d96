import { setTimeout as delay } from 'node:timers/promises'
import type { LogEntry } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { createRedactor } from '../../../platform/secrets/redactor.ts'
import { emptyCursor, type LogCursor } from '../../runtime-logs/index.ts'
import { gapLine, type OutputChunk, ProgramLog } from './program-log.stream.ts'

const { signal } = new AbortController()

/** Timestamps repeat: five entries share each. */
function entryOf(number: number, text = `line ${number}`, stream: LogEntry['stream'] = 'stdout'): LogEntry {
  const at = `2026-11-15T09:30:${String(Math.floor(number / 50)).padStart(2, '0')}.${String(Math.floor((number % 50) / 5)).padStart(9, '0')}Z`
  return { stream, at, text: Buffer.from(text), endsLine: true }
}

async function* readingOf(entries: readonly LogEntry[], since: string | null, groupSize = 3) {
  const from = entries.filter(({ at }) => since === null || at >= since)
  for (let at = 0; at < from.length; at += groupSize) yield from.slice(at, at + groupSize)
}

/** Behaves like a database: chunks are stored together with their cursor. */
class Rows {
  cursor: LogCursor = emptyCursor
  chunks: OutputChunk[] = []
  fails = 0

  open(secrets: string[] = []): ProgramLog {
    const store = async (chunks: readonly OutputChunk[], cursor: LogCursor) => {
      if (this.fails > 0) {
        this.fails -= 1
        throw new Error('no database')
      }
      this.chunks.push(...chunks)
      this.cursor = cursor
    }
    return new ProgramLog({ cursor: this.cursor, redactor: createRedactor(secrets), store })
  }

  text(stream: OutputChunk['stream'] = 'stdout'): string {
    return this.chunks.flatMap((each) => (each.stream === stream ? [each.text] : [])).join('')
  }
}

const lines = (count: number) => Array.from({ length: count }, (_, number) => `line ${number}\n`).join('')

test('consecutive readers that take over at any position store every line once', async () => {
  const log = Array.from({ length: 60 }, (_, number) => entryOf(number))
  for (let cut = 0; cut <= log.length; cut += 1) {
    const rows = new Rows()
    const first = rows.open()
    await first.read(readingOf(log.slice(0, cut), null), signal)
    // The first worker crashes; only every other time has it stored what it read.
    if (cut % 2 === 0) await first.flush(signal)
    first.close()
    const second = rows.open()
    await second.read(readingOf(log, second.since), signal)
    await second.end(signal)
    expect(rows.text()).toBe(lines(60))
    expect(rows.text('longshore')).toBe('')
  }
})

test('a reader that reads again after an interruption repeats nothing, including what is not stored yet', async () => {
  const log = Array.from({ length: 40 }, (_, number) => entryOf(number))
  const rows = new Rows()
  const reader = rows.open()
  await reader.read(readingOf(log.slice(0, 23), null), signal)
  await reader.read(readingOf(log, reader.since), signal)
  await reader.end(signal)
  expect(rows.text()).toBe(lines(40))
})

test('marks the position where the Engine dropped output between two readings', async () => {
  const log = Array.from({ length: 900 }, (_, number) => entryOf(number))
  const rows = new Rows()
  const first = rows.open()
  await first.read(readingOf(log.slice(0, 100), null), signal)
  await first.flush(signal)
  const second = rows.open()
  await second.read(readingOf(log.slice(700), second.since), signal)
  await second.end(signal)
  expect(rows.chunks.map(({ stream }) => stream)).toEqual(['stdout', 'longshore', 'stdout'])
  expect(rows.text('longshore')).toBe(gapLine)
  expect(rows.text()).toContain('line 99\nline 700\n')
})

test('both streams keep their order, and a quiet one is not a gap', async () => {
  const log = [entryOf(0, 'warning', 'stderr'), ...Array.from({ length: 300 }, (_, number) => entryOf(number + 1))]
  const rows = new Rows()
  const first = rows.open()
  await first.read(readingOf(log.slice(0, 200), null), signal)
  await first.flush(signal)
  const second = rows.open()
  await second.read(readingOf(log, second.since), signal)
  await second.end(signal)
  expect(rows.text('stderr')).toBe('warning\n')
  expect(rows.text('longshore')).toBe('')
  expect(rows.text().split('\n')).toHaveLength(301)
})

test('masks a secret over several lines, also when the reader crashes in the middle of it', async () => {
  const secret = 'begin-of-key\nmiddle-of-key\nend-of-key'
  const texts = ['before', ...secret.split('\n'), 'after']
  const log = texts.map((text, number) => entryOf(number, text))
  for (let cut = 0; cut <= log.length; cut += 1) {
    const rows = new Rows()
    const first = rows.open([secret])
    await first.read(readingOf(log.slice(0, cut), null, 1), signal)
    await first.flush(signal)
    first.close()
    const second = rows.open([secret])
    await second.read(readingOf(log, second.since, 1), signal)
    await second.end(signal)
    expect(rows.text()).not.toContain('key')
    expect(rows.text()).toMatch(/^before\n.+\nafter\n$/)
  }
})

test('keeps what could not be stored for the next write', async () => {
  const rows = new Rows()
  rows.fails = 1
  const reader = rows.open()
  await reader.read(readingOf([entryOf(0), entryOf(1)], null), signal)
  await expect(reader.flush(signal)).rejects.toThrow('no database')
  await reader.read(readingOf([entryOf(0), entryOf(1), entryOf(2)], reader.since), signal)
  await reader.end(signal)
  expect(rows.text()).toBe(lines(3))
})

test('stores an unfinished line when the program ends', async () => {
  const rows = new Rows()
  const reader = rows.open()
  await reader.read(readingOf([{ ...entryOf(0, 'half'), endsLine: false }], null), signal)
  await reader.flush(signal)
  expect(rows.text()).toBe('')
  await reader.end(signal)
  expect(rows.text()).toBe('half')
})

test('stores output of a quiet program within a second', async () => {
  const rows = new Rows()
  const reader = rows.open()
  const stop = new AbortController()
  async function* reading() {
    yield [entryOf(0)]
    await delay(10_000, undefined, { signal: stop.signal })
  }
  const read = reader.read(reading(), signal).catch(() => undefined)
  await expect.poll(() => rows.text(), { timeout: 1_000 }).toBe('line 0\n')
  stop.abort()
  await read
})
