import { expect, test } from 'vitest'
import { defaultQuotas, effectiveQuotas, parseQuotas, quotaCeilings, quotasAbove } from './quotas.policy.ts'

test('stored values override the defaults, and nothing else does', () => {
  expect(effectiveQuotas({ members: 3 })).toEqual({ ...defaultQuotas, members: 3 })
  expect(effectiveQuotas({ members: 0 }).members).toBe(0)
})

test.each([null, undefined, 'text', 5, [], {}, { unknown: 5 }, { members: 'many' }, { __proto__: { members: 9 } }])(
  '%j changes nothing',
  (stored) => {
    expect(effectiveQuotas(stored)).toEqual(defaultQuotas)
  },
)

test('owners set quotas up to the ceiling, and keep what an operator gave them', () => {
  const ceilings = quotaCeilings({ servers: 5 })
  const before = effectiveQuotas({ projects: 900 })
  const above = (wanted: Parameters<typeof quotasAbove>[1]['wanted']) => quotasAbove(ceilings, { before, wanted })
  expect(above({ servers: 5, domains: 1, members: defaultQuotas.members })).toEqual([])
  expect(above({ servers: 6, members: defaultQuotas.members + 1 })).toEqual(['members', 'servers'])
  expect(above({ projects: 900 })).toEqual([])
  expect(above({ projects: 901 })).toEqual(['projects'])
})

test.each([
  [['projects=50', 'servers=5'], { projects: 50, servers: 5 }],
  [[], {}],
  [['unknown=5'], undefined],
  [['projects'], undefined],
  [['projects=-1'], undefined],
])('%j is read as %j', (parts, expected) => {
  expect(parseQuotas(parts)).toEqual(expected)
})
