/** Where the dashboard is served by a proxy of ours; pure. */
import { isIP } from 'node:net'
import type { SystemRoute } from './proxy-configuration.policy.ts'

export function dashboardRouteOf(settings: {
  PUBLIC_URL: string
  DASHBOARD_DIAL?: string | undefined
}): SystemRoute | null {
  const { PUBLIC_URL, DASHBOARD_DIAL: dial } = settings
  if (dial === undefined) return null
  const { protocol, hostname } = new URL(PUBLIC_URL)
  const name = hostname.replace(/^\[|\]$/g, '')
  // No authority signs for an address or for a name that only this network knows.
  const isPublicName = isIP(name) === 0 && name.includes('.')
  return { hostname: name, dial, tls: protocol === 'http:' ? 'off' : isPublicName ? 'auto' : 'internal' }
}
