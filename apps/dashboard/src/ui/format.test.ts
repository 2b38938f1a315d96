import { expect, it } from 'vitest'
import { formatRelative, relativeStepMs } from './format.ts'

it('counts each second of the first minute', () => {
  expect(relativeStepMs(-15_000)).toBe(1_000)
  expect(formatRelative(-15_000)).not.toBe(formatRelative(-16_000))
})

it('changes rarely after the first minute', () => {
  expect(relativeStepMs(-61_000)).toBe(15_000)
  expect(relativeStepMs(86_400_000)).toBe(15_000)
})
