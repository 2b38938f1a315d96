import { expect, test } from 'vitest'
import { requireSameInstance } from './device-sign-in.ts'

test('accepts the page of the instance itself', () => {
  expect(() => requireSameInstance('https://a.example', 'https://a.example/device#code=BCDF-GHJK')).not.toThrow()
})

test.each([
  'https://b.example/device#code=BCDF-GHJK',
  'http://a.example/device',
  'https://a.example:8443/device',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '-flag',
])('refuses to open %s', (page) => {
  expect(() => requireSameInstance('https://a.example', page)).toThrow('https://a.example sends you to')
})
