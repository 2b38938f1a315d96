import { expect, it } from 'vitest'
import { cleanCode } from './normalize-code.ts'

it('codes are taken as people write them', () => {
  expect(cleanCode(' 492 817 ')).toBe('492817')
  expect(cleanCode('AB3DE-FG4H5')).toBe('ab3de-fg4h5')
  expect(cleanCode('ab3defg4h5')).toBe('ab3de-fg4h5')
})
