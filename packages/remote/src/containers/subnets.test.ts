import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeAddresses, freeSubnets } from './subnets.ts'

const pool = { base: '10.210.0.0/16', prefix: 27 }

test('returns the lowest free subnet first and skips overlapping ones', () => {
  const [first] = freeSubnets(pool, [])
  expect(first).toEqual({ subnet: '10.210.0.0/27', gateway: '10.210.0.1' })
  const [next] = freeSubnets(pool, ['10.210.0.0/27', '10.210.0.64/26', '10.210.0.48/28', '172.17.0.0/16', 'fd00::/64'])
  expect(next).toEqual({ subnet: '10.210.0.128/27', gateway: '10.210.0.129' })
  expect([...freeSubnets(pool, [])]).toHaveLength(2_048)
  expect([...freeSubnets(pool, ['10.0.0.0/8'])]).toEqual([])
})

test('a pool without such subnets is a configuration error', () => {
  expect(() => [...freeSubnets({ base: '10.0.0.0/28', prefix: 27 }, [])]).toThrow(TypeError)
  expect(() => [...freeSubnets({ base: 'everything', prefix: 27 }, [])]).toThrow(TypeError)
})

test('a /27 has 29 addresses for containers, each returned once', () => {
  const taken = new Set<string>()
  for (;;) {
    const [address] = freeAddresses('10.210.0.32/27', '10.210.0.33', taken)
    if (address === undefined) break
    taken.add(address)
  }
  expect(taken.size).toBe(29)
  for (const never of ['10.210.0.32', '10.210.0.33', '10.210.0.63']) expect(taken).not.toContain(never)
})

test('free subnets never overlap, whatever is used', () => {
  const taken = fc.array(fc.tuple(fc.nat(255), fc.integer({ min: 18, max: 30 })), { maxLength: 8 })
  fc.assert(
    fc.property(taken, (list) => {
      const others = list.map(([third, prefix]) => `10.9.${third}.0/${prefix}`)
      const free = [...freeSubnets({ base: '10.9.0.0/18', prefix: 24 }, others)].map((each) => each.subnet)
      expect(new Set(free).size).toBe(free.length)
      for (const [third, prefix] of list) if (prefix >= 24) expect(free).not.toContain(`10.9.${third}.0/24`)
    }),
  )
})
