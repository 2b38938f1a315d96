import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { canSealTo, createSealer, type Sealer } from './seal.ts'
import type { SealContext } from './sealed-format.ts'
import { Secret } from './secret.ts'
import { createUnsealer, generateIdentity, UnsealError, type Unsealer } from './unseal.ts'

const context: SealContext = { table: 'servers', row: 'r1', column: 'private_key', organizationId: 'o1' }
let sealer: Sealer
let unsealer: Unsealer
let identity: Secret

beforeAll(async () => {
  const pair = await generateIdentity()
  identity = pair.identity
  sealer = createSealer(pair.recipient)
  unsealer = await createUnsealer([pair.identity])
})

test('a sealed value opens to the same bytes', async () => {
  for (const value of ['', 'pässwörd', randomBytes(70_000)]) {
    const opened = await unsealer.unseal(context, await sealer.seal(context, value))
    expect(opened.revealBytes().equals(Buffer.from(value))).toBe(true)
  }
  expect((await unsealer.unseal(context, await sealer.seal(context, new Secret('a')))).reveal()).toBe('a')
})

test('the sealed form contains the key id and neither value nor context', async () => {
  const sealed = await sealer.seal(context, 'value-value-value')
  expect(sealed).toMatch(new RegExp(`^v1\\.${sealer.keyId}\\.[A-Za-z0-9_-]+$`))
  const file = Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')
  for (const hidden of ['value-value-value', 'private_key', 'servers']) expect(file).not.toContain(hidden)
  expect(await sealer.seal(context, 'value-value-value')).not.toBe(sealed)
})

test('short values of different lengths have sealed forms of one length', async () => {
  const lengths = await Promise.all(['', 'x', 'twelve chars'].map(async (v) => (await sealer.seal(context, v)).length))
  expect(new Set(lengths).size).toBe(1)
})

describe("a moved ciphertext doesn't open", () => {
  const moved: Record<string, Partial<SealContext>> = {
    'to another row': { row: 'r2' },
    'to another table': { table: 'registries' },
    'to another column': { column: 'password' },
    'to another organisation': { organizationId: 'o2' },
    'out of its organisation': { organizationId: null },
    'by shifting a letter between fields': { table: 'server', row: 'sr1' },
  }
  test.each(Object.entries(moved))('%s', async (_name, change) => {
    const sealed = await sealer.seal(context, 'value')
    await expect(unsealer.unseal({ ...context, ...change }, sealed)).rejects.toMatchObject({ reason: 'wrong_context' })
  })
})

test("an altered, truncated or relabeled ciphertext doesn't open", async () => {
  const sealed = await sealer.seal(context, 'value')
  const [version, keyId, body = ''] = sealed.split('.')
  const file = Buffer.from(body, 'base64url')
  for (let at = 0; at < file.length; at += 7) {
    const changed = Buffer.from(file)
    changed[at] = (changed[at] ?? 0) ^ 1
    const text = `${version}.${keyId}.${changed.toString('base64url')}`
    await expect(unsealer.unseal(context, text)).rejects.toBeInstanceOf(UnsealError)
  }
  const short = `${version}.${keyId}.${file.subarray(0, -1).toString('base64url')}`
  await expect(unsealer.unseal(context, short)).rejects.toMatchObject({ reason: 'damaged' })
  const relabelled = `${version}.${'0'.repeat(16)}.${body}`
  await expect(unsealer.unseal(context, relabelled)).rejects.toMatchObject({ reason: 'unknown_key' })
  await expect(unsealer.unseal(context, 'plain text')).rejects.toMatchObject({ reason: 'malformed' })
})

test("another identity doesn't open it, an old one still does", async () => {
  const sealed = await sealer.seal(context, 'value')
  const fresh = await generateIdentity()
  const without = await createUnsealer([fresh.identity])
  await expect(without.unseal(context, sealed)).rejects.toMatchObject({ reason: 'unknown_key' })
  const withOld = await createUnsealer([fresh.identity, identity])
  expect((await withOld.unseal(context, sealed)).reveal()).toBe('value')
  expect(withOld.keys[0].recipient).toBe(fresh.recipient)
})

test('refuses wrong keys without quoting them', async () => {
  const typo = `${identity.reveal().slice(0, -1)}B`
  for (const text of [typo, 'AGE-SECRET-KEY-1', '', 'password'])
    await expect(createUnsealer([new Secret(text)])).rejects.toThrow(
      /^a sealing identity is not an age X25519 identity/,
    )
  await expect(createUnsealer([])).rejects.toThrow(/no sealing identity/)
  expect(() => createSealer(identity.reveal())).toThrow(/not an age X25519 recipient/)
})

test('refuses a value over 1 MiB', async () => {
  await expect(sealer.seal(context, Buffer.alloc((1 << 20) + 1))).rejects.toThrow(RangeError)
})

test('detects a recipient with a wrong character', async () => {
  expect(await canSealTo(sealer.recipient)).toBe(true)
  expect(await canSealTo(`age1${'0'.repeat(58)}`)).toBe(false)
})
