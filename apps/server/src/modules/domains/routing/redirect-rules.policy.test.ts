import { expect, it } from 'vitest'
import { counterpartOf, findRedirectLoop } from './redirect-rules.policy.ts'
import { RedirectRule } from './route-options.schemas.ts'

const rules = (...given: object[]) => given.map((rule) => RedirectRule.parse(rule))

it.each([
  ['to itself', rules({ from: '/a', to: '/a' }), 0],
  ['there and back', rules({ from: '/a', to: '/b' }, { from: '/b', to: '/a' }), 0],
  ['below itself', rules({ from: '/a', match: 'prefix', to: '/a/b' }), 0],
  ['everything below everything', rules({ from: '/', match: 'prefix', to: '/new' }), 0],
  ['by its own address', rules({ from: '/x', to: '/y' }, { from: '/a', to: 'https://app.example.com/a' }), 1],
])('finds a loop: %s', (_, given, index) => {
  expect(findRedirectLoop('app.example.com', given)).toBe(index)
})

it.each([
  ['one hop', rules({ from: '/a', to: '/b' })],
  ['several hops', rules({ from: '/a', to: '/b' }, { from: '/b', to: '/c' })],
  ['elsewhere', rules({ from: '/', match: 'prefix', to: 'https://other.example.com/' })],
  ['one level deeper, once', rules({ from: '/a', to: '/a/b' })],
])('finds no loop: %s', (_, given) => {
  expect(findRedirectLoop('app.example.com', given)).toBeUndefined()
})

it.each([
  '//evil.example', '/a b', '/a\r\nX: y', 'javascript:alert(1)', 'https://a.example@b.example/', '/\\evil', 'https://',
  'ftp://a.example/', '/%0d%0aX', 'https://A.example', 'https://a.example/\u0000', '', '/a?b=c', '/a#b', '\u2028',
])("%j isn't a valid target", (to) => {
  expect(RedirectRule.safeParse({ from: '/a', to }).success).toBe(false)
}) // biome-ignore format: a list

it('www counterpart', () => {
  expect(counterpartOf('example.com')).toBe('www.example.com')
  expect(counterpartOf('www.example.com')).toBe('example.com')
})
