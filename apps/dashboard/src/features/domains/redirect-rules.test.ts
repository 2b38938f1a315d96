import { expect, test } from 'vitest'
import { parseRules, writeRules } from './redirect-rules.ts'

test('parses lines', () => {
  expect(parseRules('/old /new\n\n  /blog/* https://news.example.com 301 \n/* /home')).toEqual([
    { from: '/old', match: 'exact', to: '/new' },
    { from: '/blog', match: 'prefix', to: 'https://news.example.com', status: 301 },
    { from: '/', match: 'prefix', to: '/home' },
  ])
})

test('writes rules in the format that it parses', () => {
  const lines = '/old /new\n/blog/* /news 302\n/* /home'
  expect(writeRules(parseRules(lines))).toBe(lines)
})

test('keeps an incomplete rule, so that its error is shown', () => {
  expect(parseRules('/old')).toEqual([{ from: '/old', match: 'exact', to: '' }])
})
