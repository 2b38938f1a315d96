/** Whose X-Forwarded-For is believed. */
import { readFileSync } from 'node:fs'

const routeFile = '/proc/net/route'

/**
 * `gateway` stands for the machine that the container of the api runs on, where the proxy is. Its address differs from machine
 * to machine, and trusting whole private networks would let anyone in them forge their address.
 */
export function trustedProxies(
  wanted: readonly string[],
  readRoutes: () => string = () => readFileSync(routeFile, 'utf8'),
): string[] {
  return wanted.flatMap((each) => (each === 'gateway' ? defaultGateways(readRoutes()) : [each]))
}

/** From the kernel's table: addresses are in hexadecimal, the last part first. */
function defaultGateways(routes: string): string[] {
  const gateways = routes.split('\n').flatMap((line) => {
    const [, destination, gateway = ''] = line.split(/\s+/)
    const isDefault = destination === '00000000' && /^[\dA-F]{8}$/.test(gateway) && gateway !== '00000000'
    return isDefault ? [[...Buffer.from(gateway, 'hex')].reverse().join('.')] : []
  })
  return [...new Set(gateways)]
}
