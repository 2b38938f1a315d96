import { describe, expect, it } from 'vitest'
import { addressKey } from './address-key.ts'
import { MemoryLimit } from './memory-limit.ts'

describe('MemoryLimit', () => {
  const policy = { name: 'test', limit: 3, windowSeconds: 60 }

  it('allows exactly its number in a window, and starts over in the next', () => {
    const limit = new MemoryLimit(policy)
    const allowed = [0, 1, 2, 3, 4].map((ms) => limit.consume('a', ms).allowed)
    expect(allowed).toEqual([true, true, true, false, false])
    expect(limit.consume('b', 4).allowed).toBe(true)
    expect(limit.consume('a', 60_000)).toMatchObject({ allowed: true, remaining: 2 })
  })

  it('returns when to retry', () => {
    const limit = new MemoryLimit(policy)
    limit.consume('a', 0)
    expect(limit.consume('a', 20_500)).toMatchObject({ remaining: 1, resetSeconds: 40 })
  })

  it('keeps active windows when it evicts others', () => {
    const limit = new MemoryLimit({ ...policy, limit: 1 })
    limit.consume('victim', 0)
    for (let index = 0; index < 50_000; index += 1) limit.consume(`filler ${index}`, 1)
    expect(limit.consume('victim', 2).allowed).toBe(false)
  })
})

describe('addressKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key)
  })
})
