import { expect, test } from 'vitest'
import { defaultQuotas, effectiveQuotas } from './quotas.policy.ts'

test('what is stored overrides the defaults, and only that', () => {
  expect(effectiveQuotas({ members: 3 })).toEqual({ ...defaultQuotas, members: 3 })
  expect(effectiveQuotas({ members: 0 }).members).toBe(0)
})

test.each([null, undefined, 'text', 5, [], {}, { unknown: 5 }, { members: 'many' }, { __proto__: { members: 9 } }])(
  '%j changes nothing',
  (stored) => {
    expect(effectiveQuotas(stored)).toEqual(defaultQuotas)
  },
)
