import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { echo, fail } from '../../testing/link-calls.ts'
import { certificates, forgeToken, rawCall, serve, transports, useTestLink } from '../../testing/test-link.ts'
import { Secret } from '../secrets/secret.ts'
import { encodeFrame, frameTypes } from './frames.ts'

useTestLink()

describe.each(Object.entries(transports))('rejects a token over %s', (_name, transport) => {
  test('a second time', async () => {
    const { connect } = await transport.serve()
    const { session, token, frame } = await forgeToken(connect)
    expect(await rawCall(session.http, echo.name, token, frame)).toBe('accepted')
    expect(await rawCall(session.http, echo.name, token, frame)).toMatchObject({ refusal: 'replayed' })
  })

  test('for all but the first of fifty concurrent uses', async () => {
    const { connect } = await transport.serve()
    const { session, token, frame } = await forgeToken(connect)
    const answers = await Promise.all(Array.from({ length: 50 }, () => rawCall(session.http, echo.name, token, frame)))
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
  })

  test('after it expired, and with an excessive lifetime', async () => {
    const { connect } = await transport.serve()
    const late = await forgeToken(connect, { expiresAt: 0 })
    expect(await rawCall(late.session.http, echo.name, late.token, late.frame)).toMatchObject({ refusal: 'expired' })
    const long = await forgeToken(connect, { expiresAt: Number.MAX_SAFE_INTEGER })
    expect(await rawCall(long.session.http, echo.name, long.token, long.frame)).toMatchObject({ refusal: 'expired' })
  })

  test('with other arguments', async () => {
    const { connect } = await transport.serve()
    const { session, token, args } = await forgeToken(connect)
    const altered = Buffer.from(args.toString().replace('hello', 'hallo'))
    const answer = await rawCall(session.http, echo.name, token, encodeFrame(frameTypes.head, altered))
    expect(answer).toMatchObject({ refusal: 'other_arguments' })
  })

  test('for another call', async () => {
    const { connect } = await transport.serve()
    const { session, token, frame } = await forgeToken(connect)
    expect(await rawCall(session.http, fail.name, token, frame)).toMatchObject({ refusal: 'other_call' })
  })

  test('signed with another key, altered, or missing', async () => {
    const { connect } = await transport.serve()
    const { session, token, frame } = await forgeToken(connect, {}, new Secret(randomBytes(32)))
    expect(await rawCall(session.http, echo.name, token, frame)).toMatchObject({ refusal: 'forged' })
    const good = await forgeToken(connect)
    const claims = JSON.parse(Buffer.from(good.token.split('.')[0] ?? '', 'base64url').toString())
    const widened = Buffer.from(JSON.stringify({ ...claims, organizationId: null })).toString('base64url')
    for (const text of [`${widened}.${good.token.split('.')[1]}`, good.token.slice(0, -2), `${good.token}.x`, ''])
      expect(await rawCall(session.http, echo.name, text, frame)).toMatchObject({ refusal: 'forged' })
  })

  test('for a worker that has restarted since', async () => {
    const { connect, server } = await transport.serve()
    const { session, token, frame } = await forgeToken(connect)
    await server.close(0)
    session.http.destroy()
    const listen = 'socketPath' in connect ? connect : { ...connect, tls: certificates.server }
    await serve(listen)
    const again = await forgeToken(connect)
    expect(await rawCall(again.session.http, echo.name, token, frame)).toMatchObject({ refusal: 'other_boot' })
  })
})
