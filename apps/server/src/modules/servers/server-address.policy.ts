/** Grammar of a server's address, user and names. Nothing valid can be read as an option or a path. */
import { isIPv4, isIPv6 } from 'node:net'

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const numeric = /^(?:\d+|0x[\da-f]*)$/

/**
 * A hostname by RFC 1123, a plain IPv4 address or an IPv6 address without brackets and zone; lower case. Other
 * spellings of an IPv4 address (octal, one number, fewer parts, inside IPv6) are rejected, because programs read them
 * differently.
 */
export function isHost(text: string): boolean {
  if (isIPv4(text)) return true
  if (text.includes(':'))
    return isIPv6(text) && !text.includes('%') && !text.includes('.') && text === canonicalIpv6(text)
  return isHostname(text)
}

export function isHostname(text: string): boolean {
  const labels = text.split('.')
  return text.length <= 253 && labels.every((each) => label.test(each)) && !numeric.test(labels.at(-1) ?? '')
}

/** Lower case; the short form of an IPv6 address. */
export function normalizeHost(text: string): string {
  const lower = text.toLowerCase()
  return isIPv6(lower) && !lower.includes('%') && !lower.includes('.') ? canonicalIpv6(lower) : lower
}

function canonicalIpv6(text: string): string {
  return new URL(`http://[${text}]`).hostname.slice(1, -1)
}

export const usernamePattern = /^[a-z_][a-z0-9_-]{0,31}$/
export const fingerprintPattern = /^SHA256:[A-Za-z0-9+/]{43}$/
