import { expect, it } from 'vitest'
import { passesEveryRequest } from './passes-every-request.policy.ts'
import { RouteOptions } from './route-options.schemas.ts'

it.each([
  {},
  { hsts: {} },
  { maxBodyBytes: 1 },
  { maintenancePage: '<b>' },
  { responseHeaders: {} },
  { allowedNetworks: [] },
])('a release is probed through a hostname with %j', (options) => {
  expect(passesEveryRequest(RouteOptions.parse(options))).toBe(true)
})

it.each([
  { redirectTo: 'example.com' },
  { rules: [{ from: '/a', to: '/b' }] },
  { signIns: [{ username: 'ann', salt: 's', hash: 'h' }] },
  { paths: [{ path: '/api', service: 'api' }] },
  { allowedNetworks: ['10.0.0.0/8'] },
  { rateLimit: { requests: 1, seconds: 60 } },
  { timeoutSeconds: 1 },
  { maintenancePage: '<b>', isInMaintenance: true },
  { requestHeaders: { remove: ['Accept'] } },
])('a release is not probed through a hostname with %j', (options) => {
  expect(passesEveryRequest(RouteOptions.parse(options))).toBe(false)
})
