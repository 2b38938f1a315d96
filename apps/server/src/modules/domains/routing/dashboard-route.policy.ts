/** Route of the dashboard, if one of our proxies serves it; pure. */
import { isIP } from 'node:net'
import type { SystemRoute } from './proxy-configuration.policy.ts'

export function dashboardRouteOf(settings: {
  PUBLIC_URL: string
  DASHBOARD_UPSTREAM?: string | undefined
}): SystemRoute | null {
  const { PUBLIC_URL, DASHBOARD_UPSTREAM: dial } = settings
  if (dial === undefined) return null
  const { protocol, hostname } = new URL(PUBLIC_URL)
  const name = hostname.replace(/^\[|\]$/g, '')
  // No authority signs for an IP address or for a hostname that only this network knows.
  const isPublicName = isIP(name) === 0 && name.includes('.')
  return { hostname: name, dial, tls: protocol === 'http:' ? 'off' : isPublicName ? 'auto' : 'internal' }
}
