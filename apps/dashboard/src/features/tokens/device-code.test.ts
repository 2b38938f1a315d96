import { expect, test } from 'vitest'
import { deviceCodeOf } from './device-code.ts'

test('reads a code only from its own fragment', () => {
  expect(deviceCodeOf('#code=BCDF-GHJK')).toBe('BCDF-GHJK')
  for (const other of ['', '#token=BCDF-GHJK', '#code=', '#code=<b>', '#code=BCDFGHJK-BCDFGHJK'])
    expect(deviceCodeOf(other)).toBeNull()
})
