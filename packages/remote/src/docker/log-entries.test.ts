import { expect, test } from 'vitest'
import { toEvent } from './container-events.ts'
import { EntryReader, type LogEntry, toUnixTime } from './log-entries.ts'

const stamp = '2026-11-15T09:30:00.123456789Z'

function frame(kind: number, text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(8)
  head[0] = kind
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}

function readAll(bytes: Buffer, size: number): LogEntry[] {
  const entries: LogEntry[] = []
  const reader = new EntryReader((entry) => entries.push(entry))
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
  return entries
}

test('returns the same entries however the bytes are split', () => {
  const bytes = Buffer.concat([frame(1, `${stamp} one\n`), frame(2, `${stamp} half of`), frame(2, `${stamp} a line\n`)])
  for (const size of [1, 2, 7, 8, 9, 40, 1_000]) {
    const entries = readAll(bytes, size).map(({ text, ...entry }) => ({ ...entry, text: text.toString() }))
    expect(entries).toEqual([
      { stream: 'stdout', at: stamp, text: 'one', endsLine: true },
      { stream: 'stderr', at: stamp, text: 'half of', endsLine: false },
      { stream: 'stderr', at: stamp, text: 'a line', endsLine: true },
    ])
  }
})

test.each([
  ['no multiplexed stream', Buffer.from('2026-11-15 something else')],
  ['a frame that claims to be endless', Buffer.from([1, 0, 0, 0, 255, 255, 255, 255])],
  ['an entry without a time', frame(1, 'x'.repeat(60))],
])('rejects %s', (_, bytes) => {
  expect(() => readAll(bytes, 1_000)).toThrow(RangeError)
})

test('converts a timestamp to the Engine’s time with all its digits', () => {
  expect(toUnixTime('1970-01-01T00:00:10.000000001Z')).toBe('10.000000001')
})

test('an event keeps the digits of its time, and unknown lines are not events', () => {
  const line = (action: string) =>
    `{"Action":"${action}","Actor":{"ID":"abc","Attributes":{"exitCode":"137"}},"timeNano":1763229081123456789}`
  expect(toEvent(line('die'))).toMatchObject({ action: 'die', exitCode: 137, at: '1763229081123456789' })
  expect(toEvent(line('exec_start: ls'))).toBeUndefined()
  expect(() => toEvent('{"Action":')).toThrow(/events cannot be read/)
})
