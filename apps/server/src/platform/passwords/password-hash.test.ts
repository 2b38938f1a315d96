import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hash.ts'

const hasher = createPasswordHasher()

test('uses salted argon2id with 19 MiB and two passes in PHC format', async () => {
  const [one, two] = await Promise.all([hasher.hash('tangerine'), hasher.hash('tangerine')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(two)
  expect(hasher.isOutdated(one)).toBe(false)
})

test('every byte counts, beyond the 72 that other hashes read', async () => {
  const long = 'a'.repeat(100)
  const hash = await hasher.hash(long)
  expect(await hasher.verify(long, hash)).toBe(true)
  expect(await hasher.verify(`${'a'.repeat(99)}b`, hash)).toBe(false)
  expect(await hasher.verify('a'.repeat(72), hash)).toBe(false)
})

test('treats composed and decomposed letters as the same password', async () => {
  const hash = await hasher.hash('caf\u00e9')
  expect(await hasher.verify('cafe\u0301', hash)).toBe(true)
  expect(await hasher.verify('cafe', hash)).toBe(false)
})

test('a missing or invalid hash takes as much work and never matches', async () => {
  for (const stored of [null, '!', '']) expect(await hasher.verify('anything', stored)).toBe(false)
})

test('hashes with weaker parameters are outdated', () => {
  const created = (parameters: string) => `$argon2id$v=19$${parameters}$c2FsdHNhbHRzYWx0c2FsdA$${'A'.repeat(43)}`
  expect(hasher.isOutdated(created('m=8192,t=2,p=1'))).toBe(true)
  expect(hasher.isOutdated(created('m=19456,t=1,p=1'))).toBe(true)
  expect(hasher.isOutdated(created('m=65536,t=3,p=1'))).toBe(false)
})

test('rejects callers when a few hundred are waiting', async () => {
  const fresh = createPasswordHasher()
  const waiting = Array.from({ length: 420 }, () =>
    fresh.hash('x').then(
      () => 'done',
      (error: Error) => error.message,
    ),
  )
  const refused = (
    await Promise.race([
      Promise.all(waiting.slice(404)),
      new Promise<string[]>((resolve) => setTimeout(() => resolve([]), 2_000)),
    ])
  ).filter((each) => each !== 'done')
  expect(refused).toHaveLength(16)
}, 60_000)
