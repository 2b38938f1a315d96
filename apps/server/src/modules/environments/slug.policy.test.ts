import { expect, test } from 'vitest'
import { freeSlug, slugOf } from './slug.policy.ts'

test.each([
  ['Shop', 'shop'],
  ['  My  Shop! ', 'my-shop'],
  ['Café Zürich', 'cafe-zurich'],
  ['日本', 'project'],
  ['---', 'project'],
  ['$(touch x)', 'touch-x'],
  ['a'.repeat(100), 'a'.repeat(40)],
  [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
])('%j becomes %s', (name, slug) => expect(slugOf(name, 'project')).toBe(slug))

test('a taken slug gets a number', () => {
  expect(freeSlug('shop', new Set(['other']))).toBe('shop')
  expect(freeSlug('shop', new Set(['shop', 'shop-2']))).toBe('shop-3')
})
