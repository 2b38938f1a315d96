import { expect, test } from 'vitest'
import { lastOf, limitOf } from './metric-values.ts'

test('a switch between two containers leaves the memory limit as it was', () => {
  const during = [25, 25, 25, 38, null]
  expect(lastOf(during)).toBe(38)
  expect(limitOf(during)).toBe(25)
  expect(limitOf([25, 25, 25, 50, 38])).toBe(25)
})

test('a new limit shows after a few measurements', () => {
  expect(limitOf([25, 25, 25, 25, 50, 50, 50])).toBe(50)
})

test('few measurements are enough', () => {
  expect(limitOf([])).toBeNull()
  expect(limitOf([null, null])).toBeNull()
  expect(limitOf([null, 25])).toBe(25)
  expect(limitOf([25, 38])).toBe(25)
})
