/** Distinguishes resolvable names from legacy forms of IP addresses. */
import { isIP } from 'node:net'

const label = /^(?!-)[A-Za-z0-9_-]{1,63}(?<!-)$/

/**
 * Accepts a name, or an IP address without brackets and zone. Names whose last label is a number are legacy forms of
 * addresses.
 */
export function isHost(host: string): boolean {
  if (isIP(host) !== 0) return !host.includes('%')
  const name = host.endsWith('.') ? host.slice(0, -1) : host
  if (name.length === 0 || name.length > 253) return false
  const labels = name.split('.')
  return labels.every((each) => label.test(each)) && !/^(?:\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '')
}
