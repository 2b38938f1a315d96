import { expect, it } from 'vitest'
import { sparkArea, sparkPath } from './sparkline-path.ts'

const box = { width: 30, height: 10 }

it('spans the box, with the highest value at the top', () => {
  expect(sparkPath([0, 5, 10, 0], box)).toBe('M0 10L10 5L20 0L30 10')
})
it('has a gap where values are missing', () => {
  expect(sparkPath([10, null, 10, 5], box)).toBe('M0 0M20 0L30 5')
})
it('is at the bottom if all values are 0', () => {
  expect(sparkPath([0, 0], box)).toBe('M0 10L30 10')
})
it('stays inside its box', () => {
  expect(sparkPath([20, 5], { ...box, top: 10 })).toBe('M0 0L30 5')
})
it('closes the area of each run of values', () => {
  expect(sparkArea([10, null, 10, 5], box)).toBe('M0 0L0 10L0 10ZM20 0L30 5L30 10L20 10Z')
})
