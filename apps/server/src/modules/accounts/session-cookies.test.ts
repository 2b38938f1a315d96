import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { OpenedSession } from './open-session.ts'
import { clearRefreshCookie, deviceCookie, isBrowser, refreshCookie, sendSession } from './session-cookies.ts'

function requestWith(headers: Record<string, string>): FastifyRequest {
  return { headers } as unknown as FastifyRequest
}

function replyTo(): { reply: FastifyReply; cookies: () => string[] } {
  let stored: unknown
  const reply = {
    getHeader: () => stored,
    header: (_: string, value: unknown) => {
      stored = value
    },
  } as unknown as FastifyReply
  return { reply, cookies: () => [stored].flat().map(String) }
}

const opened = {
  accessToken: 'a',
  tokenType: 'Bearer',
  refreshToken: 'r'.repeat(43),
  deviceToken: 'd'.repeat(43),
} as unknown as OpenedSession

test('browsers get the refresh token in a cookie that scripts, other sites and other paths never see', () => {
  const { reply, cookies } = replyTo()
  const session = sendSession(requestWith({ origin: 'https://longshore.example' }), reply, opened)
  expect(session).not.toHaveProperty('refreshToken')
  expect(session).not.toHaveProperty('deviceToken')
  expect(cookies()).toHaveLength(2)
  for (const cookie of cookies())
    expect(cookie).toMatch(/; Path=\/api\/v1\/auth; Max-Age=\d+; HttpOnly; Secure; SameSite=Strict$/)
})

test('programs get it in the body', () => {
  const { reply } = replyTo()
  expect(sendSession(requestWith({ 'sec-fetch-mode': 'cors' }), reply, opened)).toHaveProperty('refreshToken')
})

test('a known device gets no second cookie', () => {
  const { reply, cookies } = replyTo()
  sendSession(requestWith({}), reply, { ...opened, deviceToken: null })
  expect(cookies()).toHaveLength(1)
})

test('signing out empties the cookie', () => {
  const { reply, cookies } = replyTo()
  clearRefreshCookie(reply)
  expect(cookies()[0]).toMatch(/^longshore_refresh=; .*Max-Age=0;/)
})

test('reads its own cookies among others and nothing that is not a token', () => {
  const value = 'A'.repeat(43)
  expect(refreshCookie(requestWith({ cookie: `a=b; longshore_refresh=${value}; c=d` }))).toBe(value)
  expect(deviceCookie(requestWith({ cookie: `longshore_device=${value}` }))).toBe(value)
  for (const cookie of [
    '',
    'longshore_refresh=',
    `xlongshore_refresh=${value}`,
    `longshore_refresh=${value}'--`,
    `longshore_refresh=${'A'.repeat(200)}`,
  ])
    expect(refreshCookie(requestWith({ cookie }))).toBeNull()
})

test('Node’s fetch is no browser', () => {
  expect(isBrowser(requestWith({ 'sec-fetch-mode': 'cors' }))).toBe(false)
  expect(isBrowser(requestWith({ 'sec-fetch-site': 'same-origin' }))).toBe(true)
  expect(isBrowser(requestWith({ origin: 'null' }))).toBe(true)
})
