import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { echo, fail, pause, signIn, wait } from '../../testing/link-calls.ts'
import {
  client,
  forgeToken,
  handlers,
  megabyte,
  options,
  organizationId,
  rawCall,
  seen,
  transports,
  until,
  useTestLink,
} from '../../testing/test-link.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { brandId } from '../ids/brand.ts'
import { createSealer } from '../secrets/seal.ts'
import { Secret } from '../secrets/secret.ts'
import { generateIdentity } from '../secrets/unseal.ts'
import { defineCall } from './call.ts'
import { encodeFrame, frameTypes } from './frames.ts'
import { linkProblems } from './link-problems.ts'

useTestLink()

describe.each(Object.entries(transports))('over %s', (_name, transport) => {
  test('passes arguments and result, and the handler knows the organization and the actor', async () => {
    const { connect } = await transport.serve()
    const at = new Date('2026-11-15T09:30:00.000Z')
    const result = await client(connect).call(echo, { text: 'grüße', at }, { organizationId, actorId: 'usr_1' })
    expect(result).toEqual({ text: 'grüße', at, by: 'usr_1', of: organizationId })
  })

  test('a hundred concurrent calls share one connection', async () => {
    const { connect, server } = await transport.serve()
    const link = client(connect)
    const texts = Array.from({ length: 100 }, (_, at) => `${at}`)
    const results = await Promise.all(texts.map((text) => link.call(echo, { text }, options)))
    expect(results.map((result) => result.text)).toEqual(texts)
    await until(() => server.running === 0)
  })

  test('an AppError of the handler is the same AppError for the caller', async () => {
    const { connect } = await transport.serve()
    await expect(client(connect).call(fail, { how: 'known' }, options)).rejects.toMatchObject({
      name: 'AppError',
      problem: platformProblems.rate_limited,
      message: 'the forge is slow',
      hint: 'wait',
      retryAfterSeconds: 7,
      errors: [{ pointer: '/a', code: 'b', message: 'c' }],
      extra: { left: 3 },
    })
  })

  test('any other error is an internal error, reported to the log and not to the caller', async () => {
    const { connect } = await transport.serve()
    const error = await client(connect)
      .call(fail, { how: 'other' }, options)
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ problem: { code: 'internal_error' } })
    expect(JSON.stringify(error) + String(error)).not.toContain('inner detail')
    expect(seen.lines.join()).toContain('inner detail')
  })

  test('a secret argument arrives as a Secret and appears nowhere else: not in responses, not in the log', async () => {
    const { connect } = await transport.serve()
    const link = client(connect)
    const keys = ['first-secret-value', 'second-secret-value'].map((value) => ({ value: new Secret(value) }))
    expect(await link.call(signIn, { user: 'u', keys, fail: false }, options)).toEqual({ length: 38 })
    expect(seen.secrets.map((secret) => secret.reveal())).toEqual(['first-secret-value', 'second-secret-value'])
    const error = await link.call(signIn, { user: 'u', keys, fail: true }, options).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ message: 'refused: [secret],[secret]' })
    expect(seen.lines.join()).not.toMatch(/(first|second)-secret-value/)
  })

  test('refuses a secret sealed to another worker', async () => {
    const { connect } = await transport.serve()
    const other = createSealer((await generateIdentity()).recipient)
    const args = { user: 'u', keys: [{ value: new Secret('x') }], fail: false }
    await expect(client(connect, { sealer: other }).call(signIn, args, options)).rejects.toMatchObject({
      refusal: 'unsealable',
    })
  })

  test('refuses a worker with another key', async () => {
    const { connect } = await transport.serve({ key: new Secret(randomBytes(32)) })
    await expect(client(connect).call(echo, { text: 'x' }, options)).rejects.toMatchObject({
      problem: { code: 'unavailable' },
      cause: { message: 'the worker has another link key' },
    })
  })

  test('rejects an unknown call and invalid arguments without running them', async () => {
    const { connect } = await transport.serve({ calls: handlers.filter((handler) => handler.name !== wait.name) })
    await expect(client(connect).call(wait, {}, options)).rejects.toMatchObject({ refusal: 'unknown_call' })
    const other = defineCall({ ...echo, args: z.strictObject({ words: z.string() }) })
    await expect(client(connect).call(other, { words: 'x' }, options)).rejects.toMatchObject({
      refusal: 'invalid_arguments',
    })
  })

  test('the client rejects arguments over 1 MiB, and so does the worker', async () => {
    const { connect } = await transport.serve()
    const tooMuch = { text: 'x'.repeat(megabyte) }
    await expect(client(connect).call(echo, tooMuch, options)).rejects.toMatchObject({ problem: { status: 413 } })
    const { session, token } = await forgeToken(connect)
    const frame = encodeFrame(frameTypes.head, Buffer.alloc(megabyte + 1))
    expect(await rawCall(session.http, echo.name, token, frame)).toMatchObject({ problem: { status: 413 } })
  })

  test('oversized headers end in a refused stream, and the worker continues', async () => {
    const { connect } = await transport.serve()
    const { session, frame } = await forgeToken(connect)
    await expect(rawCall(session.http, echo.name, 'x'.repeat(60_000), frame)).rejects.toThrow()
    expect(await client(connect).call(echo, { text: 'on' }, options)).toMatchObject({ text: 'on' })
  })

  test('a canceled call ends immediately for the caller and fires the handler’s signal', async () => {
    const { connect } = await transport.serve()
    const controller = new AbortController()
    const call = client(connect).call(wait, {}, { ...options, signal: controller.signal })
    await until(() => seen.running === 1)
    const reason = new Error('nobody waits any more')
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    await until(() => seen.aborted === 1)
  })

  test("1,500 canceled calls don't cost a running one its connection", { timeout: 20_000 }, async () => {
    const { connect, server } = await transport.serve({ maximumConcurrentPerOrganization: 512 })
    const link = client(connect)
    const kept = link.call(pause, {}, { ...options, deadlineMs: 20_000 })
    let isKept = true
    kept.catch(() => {
      isKept = false
    })
    await until(() => seen.running === 1)
    for (let round = 0; round < 15; round += 1) {
      const controller = new AbortController()
      const before = seen.running
      const calls = Array.from({ length: 100 }, () =>
        link.call(echo, { text: 'x' }, { ...options, signal: controller.signal }),
      )
      const waits = Array.from({ length: 100 }, () => link.call(pause, {}, { ...options, signal: controller.signal }))
      await Promise.all(calls)
      await until(() => seen.running === before + 100)
      controller.abort()
      await Promise.allSettled(waits)
    }
    expect(isKept).toBe(true)
    await until(() => server.running === 1)
  })

  test('at the deadline, the caller gets worker_timeout and the handler’s signal fires', async () => {
    const { connect } = await transport.serve()
    const link = client(connect)
    // The deadline includes connecting; on a busy machine it could pass before the handler begins.
    await link.call(echo, { text: 'x' }, options)
    const call = link.call(wait, {}, { ...options, deadlineMs: 500 })
    await expect(call).rejects.toMatchObject({ problem: linkProblems.worker_timeout })
    await until(() => seen.aborted === 1)
  })

  test('the worker has a deadline of its own', async () => {
    const { connect } = await transport.serve({ maximumDeadlineMs: 100 })
    const call = client(connect).call(wait, {}, { ...options, deadlineMs: 60_000 })
    await expect(call).rejects.toMatchObject({ problem: { code: 'worker_timeout' } })
  })

  test("a full worker rejects calls with a reason; one organization can't fill it", async () => {
    const { connect } = await transport.serve({ maximumConcurrent: 3, maximumConcurrentPerOrganization: 2 })
    const link = client(connect)
    const controller = new AbortController()
    const held = { signal: controller.signal }
    const waiting = [organizationId, organizationId].map((id) => link.call(wait, {}, { organizationId: id, ...held }))
    for (const each of waiting) each.catch(() => undefined)
    await until(() => seen.running === 2)
    await expect(link.call(echo, { text: 'x' }, options)).rejects.toMatchObject({ retryAfterSeconds: 1 })
    const other = brandId<'org'>('01890000-0000-7000-8000-000000000002')
    expect(await link.call(echo, { text: 'x' }, { organizationId: other })).toMatchObject({ of: other })
    controller.abort()
    await Promise.allSettled(waiting)
  })
})
