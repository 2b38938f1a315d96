import { createParser, type EventSourceMessage } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeFrame, encodeJsonFrame, encodeRetry, heartbeatFrame, parseLastEventId } from './sse-frame.ts'

const lineEnds = '\n\r\v\f\u001c\u001d\u001e\u0085\u2028\u2029'
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom('\n', '\r', '\r\n', '\n\n', 'data: {"type":"done"}', 'id: 9', 'event: end', ':', '\0', '\ufeff',
        '\u0085', '\u2028', '\u2029', '\ud800', '\\', '"', 'retry: 1', ' '),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')), // biome-ignore format: a list
)

test('10,000 random strings decode to exactly one event each, however the bytes are split', () => {
  let id = 0
  fc.assert(
    fc.property(hostile, hostile, fc.integer({ min: 1, max: 40 }), (text, key, pieceBytes) => {
      id += 1
      const data = { [key]: text, list: [text] }
      const frame = encodeFrame({ id, event: 'log', data })
      const messages = parse(frame, pieceBytes)
      expect(messages).toHaveLength(1)
      expect(messages[0]).toMatchObject({ id: String(id), event: 'log' })
      expect(JSON.parse(messages[0]?.data ?? '')).toEqual(data)
    }),
    { numRuns: 10_000 },
  )
})

test('the data contains no character that any reader treats as a line end', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const frame = encodeFrame({ id: 1, event: 'log', data: text }).toString()
      expect([...frame].filter((character) => lineEnds.includes(character))).toEqual(['\n', '\n', '\n', '\n'])
    }),
    { numRuns: 2_000 },
  )
})

test('JSON text with line ends between its tokens stays on one line', () => {
  const messages = parse(encodeJsonFrame({ id: 1, event: 'log', json: '{\n"a":\r\n"b\u2028"\r}' }), 3)
  expect(messages).toHaveLength(1)
  expect(JSON.parse(messages[0]?.data ?? '')).toEqual({ a: 'b\u2028' })
})

test('rejects a name or an id that could forge a field', () => {
  expect(() => encodeFrame({ event: 'log\ndata: x', data: 1 })).toThrow(TypeError)
  expect(() => encodeFrame({ event: '', data: 1 })).toThrow(TypeError)
  expect(() => encodeFrame({ id: Number.NaN, event: 'log', data: 1 })).toThrow(TypeError)
  expect(() => encodeFrame({ event: 'log', data: undefined })).toThrow(TypeError)
})

test('heartbeat and retry are not events', () => {
  expect(parse(Buffer.concat([heartbeatFrame, encodeRetry(1_500.7)]), 7)).toEqual([])
})

test("treats an id that isn't ours as missing", () => {
  expect(parseLastEventId('42')).toBe(42)
  expect(parseLastEventId('0')).toBe(0)
  for (const text of [undefined, '', '-1', '1.5', '1e3', 'abc', '9'.repeat(16), '٤٢']) {
    expect(parseLastEventId(text)).toBeUndefined()
  }
})

function parse(bytes: Buffer, pieceBytes: number): EventSourceMessage[] {
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => void messages.push(message) })
  const decoder = new TextDecoder()
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    parser.feed(decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true }))
  }
  return messages
}
