import { expect, test } from 'vitest'
import { discord } from './discord.policy.ts'
import { evaluateStatus, readRetryAfter } from './evaluate-response.policy.ts'
import { gotify } from './gotify.policy.ts'
import { ntfy } from './ntfy.policy.ts'
import { slack } from './slack.policy.ts'
import { teams } from './teams.policy.ts'
import { telegram } from './telegram.policy.ts'
import { webhook } from './webhook.policy.ts'

const none = new Map<string, string>()
const kinds = { slack, discord, telegram, teams, ntfy, gotify, webhook }

test.each([
  ['7', 7_000],
  ['0', 1_000],
  ['1.5', 1_500],
  ['999999999', 3_600_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is %j ms', (text, milliseconds) => {
  expect(readRetryAfter(text, 0)).toBe(milliseconds)
})

test.each([408, 425, 429, 500, 502, 503, 504])('%d is retried', (status) => {
  expect(evaluateStatus(status, new Map([['retry-after', '3']]))).toMatchObject({ isFinal: false })
})

test.each(Object.entries(kinds))("%s: 429 waits as long as requested, a redirect isn't followed", (_, kind) => {
  const verdict = kind.readResponse(429, new Map([['retry-after', '3']]), '{}')
  expect(verdict).toMatchObject({ ok: false, isFinal: false, retryAfterMs: 3_000 })
  expect(kind.readResponse(302, new Map([['location', 'http://127.0.0.1/']]), '')).toMatchObject({
    ok: false,
    isFinal: true,
  })
  expect(kind.readResponse(410, none, '')).toMatchObject({ ok: false, isFinal: true })
})

test.each(Object.entries(kinds))('%s: the reason quotes no part of a response', (_, kind) => {
  for (const status of [200, 302, 400, 401, 403, 404, 410, 413, 429, 500])
    expect(JSON.stringify(kind.readResponse(status, none, 'leaked-123'))).not.toContain('leaked')
})

test.each([
  ['slack', slack, '<html>'],
  ['discord', discord, '{}'],
  ['telegram', telegram, '{"ok":false}'],
  ['ntfy', ntfy, '{"id":"x"}'],
  ['gotify', gotify, '[]'],
])("%s: 200 from another program isn't a success", (_, kind, body) => {
  expect(kind.readResponse(200, none, body)).toMatchObject({ ok: false, isFinal: true })
})

test("teams: a sign-in page isn't a success", () => {
  expect(teams.readResponse(200, new Map([['content-type', 'text/html; charset=utf-8']]), '')).toMatchObject({
    ok: false,
  })
  expect(teams.readResponse(202, none, '')).toEqual({ ok: true })
})

test('discord and telegram give the wait in the body', () => {
  expect(discord.readResponse(429, none, '{"retry_after":1.25,"global":false}')).toMatchObject({ retryAfterMs: 1_250 })
  expect(telegram.readResponse(429, none, '{"ok":false,"parameters":{"retry_after":9}}')).toMatchObject({
    retryAfterMs: 9_000,
  })
  expect(telegram.readResponse(429, none, '{"parameters":{"retry_after":1e99}}')).toMatchObject({
    retryAfterMs: 3_600_000,
  })
})

test("webhook: a receiver that is being deployed gets another chance, a removed one doesn't", () => {
  expect(webhook.readResponse(404, none, '')).toMatchObject({ isFinal: false })
  expect(webhook.readResponse(410, none, '')).toMatchObject({ isFinal: true })
  expect(webhook.readResponse(204, none, '')).toEqual({ ok: true })
})
