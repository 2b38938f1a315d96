import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonBody as parseBytes } from './json-body.ts'

const parseJsonBody = (text: string) => parseBytes(Buffer.from(text))

describe('parseJsonBody', () => {
  it('reads whatever JSON.stringify writes', () => {
    const value = fc
      .jsonValue({ maxDepth: 6 })
      .filter((each) => !JSON.stringify(each).match(/__proto__|constructor|prototype/))
    fc.assert(
      fc.property(value, (each) => {
        expect(parseJsonBody(JSON.stringify(each))).toEqual(JSON.parse(JSON.stringify(each)))
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['a duplicate key', '{"a":1,"a":2}'],
    ['a duplicate key in another writing', '{"a":1,"\\u0061":2}'],
    ['a duplicate key deep inside', '{"x":[{"b":{"a":1,"c":"}","a":2}}]}'],
    ['a prototype key', '{"__proto__":{"isAdmin":true}}'],
    ['a prototype key in another writing', '{"\\u005f_proto__":1}'],
    ['a constructor key', '{"a":{"constructor":1}}'],
    ['nesting', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['half a value', '{"a":'],
    ['two values', '{} {}'],
    ['not JSON', 'a=b'],
  ])('refuses %s', (_what, text) => {
    expect(() => parseJsonBody(text)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code: 'malformed_request' }) }),
    )
  })

  it('allows the same key in different objects, and braces in strings', () => {
    expect(parseJsonBody('[{"a":"{\\"a\\":"},{"a":"\\\\"}]')).toEqual([{ a: '{"a":' }, { a: '\\' }])
  })

  it('treats an empty body as no body', () => {
    expect(parseJsonBody('')).toBeUndefined()
  })

  it('reads a megabyte quickly', () => {
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`key-${index}`, 'x'])))
    // Measure CPU time, because a busy machine distorts wall-clock time.
    const before = process.cpuUsage()
    parseJsonBody(text)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
  })
})
