import { expect, test } from 'vitest'
import { contentsText } from './contents-text.ts'

test('lists what was deleted with it', () => {
  expect(contentsText({ services: 2, hostnames: 1, deployments: 14 })).toBe(
    '2 services, 1 hostname, and 14 deployments',
  )
})

test('leaves out kinds that this version of the dashboard does not know', () => {
  expect(contentsText({ services: 1, satellites: 3 })).toBe('1 service')
  expect(contentsText({ satellites: 3 })).toBeUndefined()
  expect(contentsText({})).toBeUndefined()
})
