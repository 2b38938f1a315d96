import { describe, expect, it } from 'vitest'
import { dashboardRouteOf } from './dashboard-route.policy.ts'

describe('dashboardRouteOf', () => {
  it.each([
    ['https://deploy.example.com', 'deploy.example.com', 'auto'],
    ['https://deploy.example.com:8443/x', 'deploy.example.com', 'auto'],
    ['http://deploy.example.com', 'deploy.example.com', 'off'],
    ['https://203.0.113.7', '203.0.113.7', 'internal'],
    ['https://[2001:db8::1]', '2001:db8::1', 'internal'],
    ['https://nas', 'nas', 'internal'],
  ])('%s', (url, hostname, tls) =>
    expect(dashboardRouteOf({ PUBLIC_URL: url, DASHBOARD_UPSTREAM: '127.0.0.1:8460' })).toEqual({
      hostname,
      dial: '127.0.0.1:8460',
      tls,
    }),
  )

  it('returns nothing if the operator has another proxy in front', () =>
    expect(dashboardRouteOf({ PUBLIC_URL: 'https://deploy.example.com' })).toBeNull())
})
