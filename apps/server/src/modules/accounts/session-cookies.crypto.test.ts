import { expect, test } from 'vitest'
import { createSessionCookies } from './session-cookies.crypto.ts'

const token = 'a'.repeat(43)
const withCookie = (cookie: string) => ({ headers: { cookie } })
const https = createSessionCookies({ isHttps: true })

test.each([
  ['its own', `a=b; __Host-longshore_refresh=${token}`, token],
  ['one that any app of the domain could set', `longshore_refresh=${token}`, null],
  ['two of the name', `__Host-longshore_refresh=${token}; __Host-longshore_refresh=${'b'.repeat(43)}`, null],
  ["text that isn't a token", '__Host-longshore_refresh=<script>', null],
  ['none', 'other=1', null],
])('behind HTTPS: %s', (_, cookie, expected) => {
  expect(https.refreshToken(withCookie(cookie))).toBe(expected)
})

test('without HTTPS, the name has no prefix, since browsers would reject it', () => {
  const plain = createSessionCookies({ isHttps: false })
  expect(plain.deviceToken(withCookie(`longshore_device=${token}`))).toBe(token)
  expect(plain.refreshToken(withCookie(`__Host-longshore_refresh=${token}`))).toBeNull()
})

test('the cookie has the attributes that the prefix requires, and without HTTPS those that browsers store', () => {
  const headers: string[] = []
  const reply = { header: (_: string, value: string) => headers.push(value) }
  https.clearRefresh(reply as never)
  createSessionCookies({ isHttps: false }).clearRefresh(reply as never)
  expect(headers).toEqual([
    '__Host-longshore_refresh=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict',
    'longshore_refresh=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  ])
})
