import { expect, test } from 'vitest'
import { inkFor } from './icon-ink.ts'

test.each([
  ['#ffffff', '#000000'],
  ['#ffcc00', '#000000'],
  ['#15171a', '#ffffff'],
  ['#8f0000', '#ffffff'],
])('on %s, letters are %s', (background, ink) => {
  expect(inkFor(background)).toBe(ink)
})
