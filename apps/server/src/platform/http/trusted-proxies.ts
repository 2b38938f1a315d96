/** Proxies whose X-Forwarded-For is trusted. */
import { readFileSync } from 'node:fs'

const routeFile = '/proc/net/route'

/**
 * `gateway` is the host that the API container runs on, where the proxy is. Its IP address differs from host to host,
 * and trusting whole private networks would let anyone in them forge their IP address.
 */
export function trustedProxies(
  wanted: readonly string[],
  readRoutes: () => string = () => readFileSync(routeFile, 'utf8'),
): string[] {
  return wanted.flatMap((each) => (each === 'gateway' ? defaultGateways(readRoutes()) : [each]))
}

/** Parses the kernel's routing table: addresses are hexadecimal, in little-endian order. */
function defaultGateways(routes: string): string[] {
  const gateways = routes.split('\n').flatMap((line) => {
    const [, destination, gateway = ''] = line.split(/\s+/)
    const isDefault = destination === '00000000' && /^[\dA-F]{8}$/.test(gateway) && gateway !== '00000000'
    return isDefault ? [[...Buffer.from(gateway, 'hex')].reverse().join('.')] : []
  })
  return [...new Set(gateways)]
}
