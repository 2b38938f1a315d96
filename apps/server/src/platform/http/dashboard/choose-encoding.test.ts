import { describe, expect, it } from 'vitest'
import { chooseEncoding } from './choose-encoding.ts'
import type { Encoding } from './read-files.ts'

const all = new Map<Encoding, true>([
  ['identity', true],
  ['br', true],
  ['gzip', true],
])

describe('chooseEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.2', 'br'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['deflate', 'identity'],
    ['br;q=nonsense, gzip', 'gzip'],
    [`br,${'x'.repeat(600)}`, 'identity'],
  ])('%s: %s', (header, expected) => expect(chooseEncoding(header, all)).toBe(expected))

  it('chooses only encodings that the build created', () => {
    expect(chooseEncoding('br, gzip', new Map([['gzip', true]]))).toBe('gzip')
  })
})
