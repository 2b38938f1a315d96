import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor, type Redactor } from './redactor.ts'
import { Secret } from './secret.ts'

const mark = '[secret]'
const value = `pä$s'w"o\\rd/+ ?&<é>\n!`

/** Independent of the code under test, using another implementation where there is one. */
const writings: Record<string, (text: string) => string> = {
  raw: (text) => text,
  base64: (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  'base64, one byte in': (text) => base64Within(text, 1),
  'base64, two bytes in': (text) => base64Within(text, 2),
  'url-safe base64': (text) => Buffer.from(text).toString('base64url'),
  'url-safe base64, one byte in': (text) => urlSafe(base64Within(text, 1)),
  'url-encoded': (text) => encodeURIComponent(text),
  'url-encoded as a form': (text) => new URLSearchParams([['k', text]]).toString().slice(2),
  'url-encoded in lower case': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'json-escaped': (text) => JSON.stringify(text).slice(1, -1),
  'json in json': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'json in ascii': (text) =>
    [...JSON.stringify(text).slice(1, -1)]
      .flatMap((letter) => [...letter].flatMap((each) => each.split('')))
      .map((unit) => (unit.charCodeAt(0) > 127 ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit))
      .join(''),
  'single-quoted': (text) => text.split("'").join("'\\''"),
  'double-quoted': (text) => [...text].map((letter) => ('"\\$`'.includes(letter) ? `\\${letter}` : letter)).join(''),
  hex: (text) => Buffer.from(text).toString('hex'),
  HEX: (text) => Buffer.from(text).toString('hex').toUpperCase(),
}

/** Every character that carries a bit of the text when it follows `before` bytes. */
function base64Within(text: string, before: number): string {
  const whole = Buffer.concat([Buffer.alloc(before, 0xa5), Buffer.from(text)])
    .toString('base64')
    .replace(/=+$/, '')
  return whole.slice(Math.floor((before * 8) / 6))
}

function urlSafe(text: string): string {
  return text.split('+').join('-').split('/').join('_')
}

function inPieces(redactor: Redactor, text: string, sizes: readonly number[]): string {
  const bytes = Buffer.from(text)
  const stream = redactor.stream()
  const shown: Buffer[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    shown.push(stream.push(bytes.subarray(at, at + size)))
    at += size
  }
  return Buffer.concat([...shown, stream.end()]).toString('utf8')
}

describe('redacts a value that is encoded', () => {
  test.each(Object.entries(writings))('%s', (_name, write) => {
    const redactor = createRedactor([new Secret(value)])
    expect(redactor.text(`~ ${write(value)} ~`)).toBe(`~ ${mark} ~`)
    expect(inPieces(redactor, `~ ${write(value)} ~`, [1])).toBe(`~ ${mark} ~`)
  })
})

test('redacts any value in any encoding and chunking, and leaves the rest untouched', () => {
  const secrets = fc.oneof(
    fc.string({ minLength: 8, maxLength: 60 }),
    fc.string({ unit: 'grapheme', minLength: 8, maxLength: 30 }),
    fc.string({
      unit: fc.constantFrom('a', 'A', '+', '/', "'", '"', '\\', ' ', '%', '='),
      minLength: 8,
      maxLength: 20,
    }),
  )
  fc.assert(
    fc.property(
      fc.array(secrets, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...Object.keys(writings)),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 }),
      (values, writing, sizes) => {
        const redactor = createRedactor(values)
        // Cyrillic letters occur neither in the values' alphabets above nor in any encoding of them.
        const text = values.map((each) => `ж${writings[writing]?.(each)}ж`).join('\n')
        const expected = values.map(() => `ж${mark}ж`).join('\n')
        fc.pre(!values.some((each) => each.includes('ж')))
        expect(inPieces(redactor, text, sizes)).toBe(expected)
      },
    ),
    { numRuns: 1000 },
  )
})

test('chunking never changes the result', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 8, maxLength: 12 })
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 3 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), maxLength: 400 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 10 }),
      (values, noise, sizes) => {
        const redactor = createRedactor(values)
        const text = noise + values.join('') + noise.slice(0, 50) + values.join(noise.slice(0, 3))
        const whole = redactor.text(text)
        expect(inPieces(redactor, text, sizes)).toBe(whole)
        for (const each of values) expect(whole).not.toContain(each)
      },
    ),
    { numRuns: 1000 },
  )
})

test('redacts overlapping and nested values together', () => {
  const redactor = createRedactor(['abcdefghij', 'fghijklmno', 'cdefghijkl'])
  expect(redactor.text('xxabcdefghijklmnoxx')).toBe(`xx${mark}xx`)
  expect(redactor.text('abcdefghijabcdefghij')).toBe(mark + mark)
})

test('redacts a private key line by line too, in base64 with line breaks, and keeps its PEM header', () => {
  const body = Array.from({ length: 5 }, (_, at) => Buffer.alloc(48, `line ${at} of the key`).toString('base64'))
  const pem = ['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----', ''].join('\n')
  const redactor = createRedactor([pem])
  const prefixed = pem.split('\n').map((line) => `#5 0.1 ${line}\r\n`)
  const shown = redactor.text(prefixed.join(''))
  for (const line of body) expect(shown).not.toContain(line)
  expect(shown).toContain('#5 0.1 -----BEGIN PRIVATE KEY-----')
  const wrapped =
    Buffer.from(pem)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  expect(redactor.text(wrapped.join('\n')).replaceAll(mark, '').replaceAll('\n', '').length).toBeLessThan(8)
})

test("doesn't redact values of fewer than 8 bytes, and add returns false", () => {
  const redactor = createRedactor()
  expect(redactor.add('1234567')).toBe(false)
  expect(redactor.add(new Secret('12345678'))).toBe(true)
  expect(redactor.text('1234567 and 12345678')).toBe(`1234567 and ${mark}`)
})

test("redacts a value added while a stream is open in what isn't shown yet", () => {
  const redactor = createRedactor(['first-value-1'])
  const stream = redactor.stream()
  const shown = [stream.push(Buffer.from('first-value-1 first-val'))]
  redactor.add('second-value-2')
  shown.push(stream.push(Buffer.from('ue-1 second-value-2\n')), stream.end())
  expect(Buffer.concat(shown).toString()).toBe(`${mark} ${mark} ${mark}\n`)
})

test('passes lines without the beginning of a value on immediately', () => {
  const stream = createRedactor(['secret-value']).stream()
  expect(stream.push(Buffer.from('Step 1/4\n')).toString()).toBe('Step 1/4\n')
  expect(stream.push(Buffer.from('ends with secre')).toString()).toBe('ends with ')
  expect(stream.push(Buffer.from('tion\n')).toString()).toBe('secretion\n')
})

test('as a transform, redacts across the chunks of a pipeline', async () => {
  const chunks: Buffer[] = []
  await pipeline(
    [Buffer.from('a secret-'), Buffer.from('value b')],
    createRedactor(['secret-value']).transform(),
    async (source) => {
      for await (const chunk of source) chunks.push(chunk)
    },
  )
  expect(Buffer.concat(chunks).toString()).toBe(`a ${mark} b`)
})

test('a hostile log costs linear time and holds back little', () => {
  const redactor = createRedactor(['a'.repeat(2_000), `${'a'.repeat(1_000)}b`, 'aaaaaaaab'])
  const timeOf = (size: number) => {
    const stream = redactor.stream()
    const chunk = Buffer.alloc(16_384, 'a')
    const before = process.cpuUsage()
    let shown = 0
    for (let sent = 0; sent < size; sent += chunk.length) shown += stream.push(chunk).length
    // One endless match: only the mark comes out, and the input must not pile up.
    expect(shown).toBeLessThan(100)
    expect(stream.end().length).toBeLessThan(4_100)
    return process.cpuUsage(before).user / 1_000
  }
  timeOf(1 << 20)
  const small = Math.min(timeOf(1 << 20), timeOf(1 << 20))
  expect(timeOf(8 << 20)).toBeLessThan(Math.max(small * 8 * 4, 200))
})
