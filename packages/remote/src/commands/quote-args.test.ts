import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoteArgs } from './quote-args.ts'

const hostile = [
  '',
  ' ',
  "'",
  '"',
  '\\',
  "\\'",
  '$(id)',
  '`id`',
  '${IFS}',
  '!x',
  '~',
  '*',
  '{a,b}',
  '=ls',
  '#',
  '-c',
  '\n',
  '\r\n',
  ';',
  'é・ﬀ',
  '\u2028',
  '<(x)',
  '&&',
  '\u0001',
  '\u001b[0m',
  'A=B',
  '%0a',
  "''",
  '\\\\n',
  'a\tb',
]
const word = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.array(fc.constantFrom(...hostile)).map((parts) => parts.join('')),
)

describe('every argument reaches the program unchanged', () => {
  for (const shell of ['sh', 'dash', 'bash']) {
    test(`in ${shell}`, () => {
      fc.assert(
        fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (args) => {
          const text = quoteArgs(['printf', '%s\\0', ...args])
          const out = execFileSync(shell, ['-s'], {
            input: text,
            env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', SHLVL: '2' },
          })
          expect(out.equals(Buffer.from(args.map((each) => `${each}\0`).join('')))).toBe(true)
        }),
        { numRuns: 150 },
      )
    })
  }
})

test('rejects a NUL and a broken surrogate', () => {
  expect(() => quoteArgs(['a\0b'])).toThrow(TypeError)
  expect(() => quoteArgs(['\ud800'])).toThrow(TypeError)
})

test('rejects arguments that are too long', () => {
  expect(() => quoteArgs(['a'.repeat(130_000)])).toThrow(RangeError)
})

test('keeps an empty argument', () => {
  expect(quoteArgs(['a', '', 'b'])).toBe("a '' b")
})
