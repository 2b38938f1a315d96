import { expect, it } from 'vitest'
import { normalizeCode } from './normalize-code.ts'

it('accepts codes as people type them', () => {
  expect(normalizeCode(' 492 817 ')).toBe('492817')
  expect(normalizeCode('AB3DE-FG4H5')).toBe('ab3de-fg4h5')
  expect(normalizeCode('ab3defg4h5')).toBe('ab3de-fg4h5')
})
