import { expect, test } from 'vitest'
import { sanitizeText } from './sanitize-text.ts'

test('removes text that moves a cursor, sets a title, or changes the text direction', () => {
  const text = sanitizeText('\u001b[2J\u001b[31mred\u001b]0;title\u0007 a\r\nb\u0000\u202Ec\u2028d\u009b5m\u200b', 200)
  expect(text).toMatch(/^[\p{L}\p{N}\p{P}\p{S} ]*$/u)
  expect(text).toContain('red')
})

test('truncates long text', () => {
  expect(sanitizeText('x'.repeat(10_000), 100)).toHaveLength(100)
  expect(sanitizeText('😀'.repeat(100), 10).isWellFormed()).toBe(true)
})
