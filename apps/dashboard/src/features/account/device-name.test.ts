import { expect, it } from 'vitest'
import { deviceName } from './device-name.ts'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605 Version/20.0 Mobile Safari/604.1',
    'Safari on iOS',
  ],
  ['longshore/0.1.0', 'longshore/0.1.0'],
  ['', ''],
])('%s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
