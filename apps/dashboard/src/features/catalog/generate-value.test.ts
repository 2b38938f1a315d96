import { expect, test } from 'vitest'
import { generateValue } from './generate-value.ts'

test.each([
  ['password', /^[A-Za-z2-9]{24}$/],
  ['hex32', /^[0-9a-f]{32}$/],
  ['hex64', /^[0-9a-f]{64}$/],
  ['base64-32', /^[A-Za-z0-9+/]{43}=$/],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
] as const)('%s has its form, and differs each time', (generator, form) => {
  expect(generateValue(generator)).toMatch(form)
  expect(generateValue(generator)).not.toBe(generateValue(generator))
})
