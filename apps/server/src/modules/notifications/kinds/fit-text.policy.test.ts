import { expect, test } from 'vitest'
import { fitText, utf8Length, withoutLinks } from './fit-text.policy.ts'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['', 3, ''],
  ['😀😀', 4, '😀😀'],
  ['😀😀😀', 4, '😀…'],
])('%j within %d is %j', (text, maximum, fitted) => {
  expect(fitText(text, maximum)).toBe(fitted)
})

test('never cuts an escape sequence', () => {
  expect(fitText('**', 4, { quote: (each) => `\\${each}` })).toBe('\\*\\*')
  expect(fitText('***', 4, { quote: (each) => `\\${each}` })).toBe('\\*…')
})

test('counts bytes where a vendor counts bytes', () => {
  const fitted = fitText('€'.repeat(10), 12, { measure: utf8Length })
  expect(fitted).toBe('€€€…')
  expect(utf8Length(fitted)).toBe(12)
})

test('keeps the text between link markers', () => {
  const text = 'see https://a.example/x @ada #1 10.0.0.1 /start'
  expect(withoutLinks(text)).not.toBe(text)
  expect(withoutLinks(text).replaceAll('\u200b', '')).toBe(text)
  expect(withoutLinks('10.0.0.1')).toBe('10.0.0.1')
})
