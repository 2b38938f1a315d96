import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitizeBlock, sanitizeLine, toSafeJson } from './sanitize-terminal-text.ts'

test('removes escape sequences, including one-character and unterminated ones', () => {
  expect(sanitizeLine('\u001b[31mred\u001b[0m')).toBe('red')
  expect(sanitizeLine('a\u001b[2J\u001b[1;1Hb')).toBe('ab')
  expect(sanitizeLine('\u009b31mred')).toBe('red')
  expect(sanitizeLine('\u001b]0;title\u0007x')).toBe('x')
  expect(sanitizeLine('\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\')).toBe('link')
  expect(sanitizeLine('\u001bP$q"p\u001b\\y')).toBe('y')
  expect(sanitizeLine('\u001b]52;c;ZXZpbA==')).toBe('')
  expect(sanitizeLine('\u001bcz')).toBe('z')
  expect(sanitizeLine('end\u001b')).toBe('end')
})

test('shows other control characters and replaces direction marks', () => {
  expect(sanitizeLine('a\u0000b\u0008c\u007f')).toBe('a␀b␈c␡')
  expect(sanitizeLine('txt.\u202eexe')).toBe('txt.\ufffdexe')
  expect(sanitizeLine('a\u2066b\u2069')).toBe('a\ufffdb\ufffd')
  expect(sanitizeLine('one\ntwo\rthree')).toBe('one two three')
})

test('keeps text of any language', () => {
  for (const text of ['Grüße', '日本語', 'مرحبا', '👩‍💻 ✓', 'tab\there']) expect(sanitizeLine(text)).toBe(text)
})

test('keeps line breaks in blocks', () => {
  expect(sanitizeBlock('a\r\nb\rc\n\u001b[Ad')).toBe('a\nb\nc\nd')
})

const runs = { numRuns: 50 }

test('leaves nothing that a terminal interprets, for any input', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('\u001b', '[', ']', '\u009b', '\u009d', '\u0007', '\\', 'm', '1', '\u202e', 'é', '\r'),
  })
  fc.assert(
    fc.property(hostile, (text) => [...sanitizeLine(text)].every((each) => isQuiet(each.codePointAt(0) ?? 0))),
    runs,
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) =>
      [...sanitizeLine(text)].every((each) => isQuiet(each.codePointAt(0) ?? 0)),
    ),
    runs,
  )
})

test('escapes JSON without changing its value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = toSafeJson({ text })
      return JSON.parse(json).text === text && [...json].every((each) => isQuiet(each.codePointAt(0) ?? 0))
    }),
    runs,
  )
})

test('escapes only invisible characters in JSON', () => {
  expect(toSafeJson('a\u{e0041}b')).toBe('"a\\udb40\\udc41b"')
  expect(toSafeJson('a\u{e0101}\u200b\u2060')).toBe('"a\\udb40\\udd01\\u200b\\u2060"')
  for (const text of ['👩‍💻', '日本語', '𝒜']) expect(toSafeJson(text)).toBe(`"${text}"`)
})

function isQuiet(point: number): boolean {
  if (point === 9) return true
  return (
    point >= 0x20 &&
    !(point >= 0x7f && point < 0xa0) &&
    !(point >= 0x202a && point <= 0x202e) &&
    !(point >= 0x2066 && point <= 0x2069)
  )
}
