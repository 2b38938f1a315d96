import { expect, test } from 'vitest'
import { parseRules, writeRules } from './redirect-rules.ts'

test('lines become rules', () => {
  expect(parseRules('/old /new\n\n  /blog/* https://news.example.com 301 \n/* /home')).toEqual([
    { from: '/old', match: 'exact', to: '/new' },
    { from: '/blog', match: 'prefix', to: 'https://news.example.com', status: 301 },
    { from: '/', match: 'prefix', to: '/home' },
  ])
})

test('rules are written as they are read', () => {
  const lines = '/old /new\n/blog/* /news 302\n/* /home'
  expect(writeRules(parseRules(lines))).toBe(lines)
})

test('half a rule is kept, so that its fault is shown', () => {
  expect(parseRules('/old')).toEqual([{ from: '/old', match: 'exact', to: '' }])
})
