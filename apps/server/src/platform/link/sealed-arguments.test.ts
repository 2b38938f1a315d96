import { beforeAll, expect, test } from 'vitest'
import { createSealer, type Sealer } from '../secrets/seal.ts'
import { Secret } from '../secrets/secret.ts'
import { createUnsealer, generateIdentity, type Unsealer } from '../secrets/unseal.ts'
import { packArguments, unpackArguments } from './sealed-arguments.ts'

let sealer: Sealer
let unsealer: Unsealer
const identity = { call: 'a.b', tokenId: 'token-1', organizationId: null }

beforeAll(async () => {
  const pair = await generateIdentity()
  sealer = createSealer(pair.recipient)
  unsealer = await createUnsealer([pair.identity])
})

test('restores secrets at their paths, and their values are not on the wire', async () => {
  const args = { user: 'u', list: [1, { key: new Secret('value-of-the-key') }], top: new Secret('value-at-the-top') }
  const wire = await packArguments(sealer, identity, args)
  expect(wire.toString()).not.toMatch(/value-/)
  const { args: received, secrets } = await unpackArguments(unsealer, identity, wire)
  expect(received).toMatchObject({ user: 'u', list: [1, { key: expect.any(Secret) }], top: expect.any(Secret) })
  expect(secrets.map((secret) => secret.reveal())).toEqual(['value-of-the-key', 'value-at-the-top'])
})

test('the whole argument can be a secret', async () => {
  const wire = await packArguments(sealer, identity, new Secret('all of it'))
  const { args } = await unpackArguments(unsealer, identity, wire)
  expect(args instanceof Secret && args.reveal()).toBe('all of it')
})

test("a value sealed for another token, call, organization or path doesn't open", async () => {
  const wire = await packArguments(sealer, identity, { key: new Secret('value'), other: null })
  for (const change of [{ tokenId: 'token-2' }, { call: 'a.c' }, { organizationId: 'o' }])
    await expect(unpackArguments(unsealer, { ...identity, ...change }, wire)).rejects.toMatchObject({
      reason: 'wrong_context',
    })
  const moved = Buffer.from(wire.toString().replace('"path":["key"]', '"path":["other"]'))
  await expect(unpackArguments(unsealer, identity, moved)).rejects.toMatchObject({ reason: 'wrong_context' })
})

test('text that looks like a sealed argument stays text', async () => {
  const args = { sealed: [{ path: ['a'], value: 'v1.x' }], path: ['__proto__'] }
  const { args: received } = await unpackArguments(unsealer, identity, await packArguments(sealer, identity, args))
  expect(received).toEqual(args)
})

test("rejects a path that the arguments don't have, prototypes included", async () => {
  for (const path of [['missing'], ['__proto__', 'polluted'], ['constructor']]) {
    const context = { table: '@link', row: 'token-1', column: JSON.stringify(['a.b', ...path]), organizationId: null }
    const value = await sealer.seal(context, 'x')
    const wire = Buffer.from(JSON.stringify({ args: {}, sealed: [{ path, value }] }))
    await expect(unpackArguments(unsealer, identity, wire)).rejects.toThrow('has no place')
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})
