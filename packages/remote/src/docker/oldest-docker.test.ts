import { expect, test } from 'vitest'
import { isTooOld } from './oldest-docker.ts'

test.each([
  ['25.0.2', false],
  ['25.0.1', true],
  ['24.0.9', true],
  ['20.10.24+dfsg1', true],
  ['28.5.2+dfsg4', false],
  ['26.1', false],
  ['26.1.5+dfsg1-9+b9', false],
  ['20.10.24+dfsg1-1+deb12u1', true],
  ['5:28.0.1-1~debian', false],
  ['28.2.2-0ubuntu1', false],
  ['29.0.0-rc.1', false],
  ['dev', undefined],
  ['', undefined],
  ['1.2.3.4', undefined],
])('%s: %s', (version, expected) => {
  expect(isTooOld(version)).toBe(expected)
})
