import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextSlotHolders, type SlotRow } from './slots.ts'

const row = (runId: string, organizationId: string, rest: Partial<SlotRow> = {}): SlotRow => ({
  runId,
  organizationId,
  capacity: 1,
  granted: false,
  lastTurn: null,
  ...rest,
})

it('gives a free slot to the organization that holds none, however long the other has waited', () => {
  const line = [
    row('a1', 'a', { granted: true, capacity: 2 }),
    row('a2', 'a', { capacity: 2 }),
    row('a3', 'a', { capacity: 2 }),
    row('b1', 'b', { capacity: 2 }),
  ]
  expect(nextSlotHolders(line)).toEqual(['b1'])
})

it('alternates between organizations when none holds a slot', () => {
  expect(nextSlotHolders([row('a1', 'a', { lastTurn: 20 }), row('b1', 'b', { lastTurn: 10 })])).toEqual(['b1'])
  expect(nextSlotHolders([row('a1', 'a', { lastTurn: 10 }), row('b1', 'b', { lastTurn: 20 })])).toEqual(['a1'])
  expect(nextSlotHolders([row('a1', 'a', { lastTurn: 10 }), row('b1', 'b')])).toEqual(['b1'])
})

it('keeps the order of arrival within an organization', () => {
  expect(nextSlotHolders([row('a1', 'a'), row('a2', 'a')])).toEqual(['a1'])
})

it('shares several free slots evenly', () => {
  const line = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((id) => row(id, id.charAt(0), { capacity: 4 }))
  expect(nextSlotHolders(line).toSorted()).toEqual(['a1', 'a2', 'b1', 'b2'])
})

it('never grants more than the capacity, and never leaves a slot free while a run waits', () => {
  const anyRow = fc.record({ org: fc.constantFrom('a', 'b', 'c'), granted: fc.boolean() })
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), (rows, capacity) => {
      const line = rows.map(({ org, granted }, index) => row(`${org}${index}`, org, { granted, capacity }))
      const held = line.filter((each) => each.granted).length
      const chosen = nextSlotHolders(line)
      expect(new Set(chosen).size).toBe(chosen.length)
      expect(chosen.length).toBe(Math.max(0, Math.min(capacity - held, line.length - held)))
    }),
  )
})
