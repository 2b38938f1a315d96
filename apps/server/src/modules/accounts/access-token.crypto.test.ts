import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { minuteMs } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { createAccessTokens } from './access-token.crypto.ts'

const issuer = 'https://longshore.example'
const master = new Secret(Buffer.alloc(32, 7))

function atTime(start = Date.parse('2030-01-01T00:00:00Z')) {
  let now = start
  const advance = (ms: number) => {
    now += ms
  }
  return { clock: { now: () => new Date(now) }, advance }
}

test('a token identifies its user and session for fifteen minutes, then expires', async () => {
  const { clock, advance } = atTime()
  const tokens = createAccessTokens({ master, issuer, clock })
  const [userId, sessionId] = [newId('usr'), newId('ses')]
  const { accessToken, expiresAt } = await tokens.issue(userId, sessionId)
  expect(expiresAt.getTime() - clock.now().getTime()).toBe(15 * minuteMs)
  expect(await tokens.read(accessToken)).toMatchObject({ userId, sessionId })
  advance(15 * minuteMs - 1_000)
  expect(await tokens.read(accessToken)).toMatchObject({ userId, sessionId })
  advance(1_001)
  // The token was read before, so this also checks that the cached claims expire.
  expect(await tokens.read(accessToken)).toBeUndefined()
})

test('two tokens for one session differ', async () => {
  const tokens = createAccessTokens({ master, issuer, clock: atTime().clock })
  const [userId, sessionId] = [newId('usr'), newId('ses')]
  const [one, two] = [await tokens.issue(userId, sessionId), await tokens.issue(userId, sessionId)]
  expect(one.accessToken).not.toBe(two.accessToken)
})

test('rejects a token signed with another key or by another instance', async () => {
  const { clock } = atTime()
  const tokens = createAccessTokens({ master, issuer, clock })
  const others = [
    createAccessTokens({ master: new Secret(Buffer.alloc(32, 8)), issuer, clock }),
    createAccessTokens({ master, issuer: 'https://other.example', clock }),
  ]
  for (const other of others) {
    const { accessToken } = await other.issue(newId('usr'), newId('ses'))
    expect(await tokens.read(accessToken)).toBeUndefined()
  }
})

test('rejects text that is not a token, whatever its length', async () => {
  const tokens = createAccessTokens({ master, issuer, clock: atTime().clock })
  const symmetric = await new SignJWT({}).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(Buffer.alloc(32, 7))
  for (const text of ['', '.', '..', 'a.b.c', symmetric, 'x'.repeat(2_000)])
    expect(await tokens.read(text)).toBeUndefined()
})
