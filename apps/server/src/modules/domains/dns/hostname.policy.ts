/**
 * Decides which text is a hostname that someone can own. Valid names consist only of letters, digits, hyphens, and
 * dots. Pure.
 */
import { domainToASCII, domainToUnicode } from 'node:url'
import { apexOf } from '../../../platform/dns/public-suffix.policy.ts'

export type HostnameFault =
  | 'invalid'
  | 'too_long'
  | 'wildcard'
  | 'address'
  | 'more_than_a_name'
  | 'single_label'
  | 'public_suffix'
  | 'internationalized'

/** The verification record is at a name below the hostname, which also must fit into 253 characters. */
export const challengeLabel = '_longshore-challenge'
export const maxHostname = 253 - challengeLabel.length - 1

const maxText = 1_000
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const ascii = /^[\x21-\x7e]{1,1000}$/
const letters = /^[\p{L}\p{M}\p{N}.-]{1,1000}$/u
/** Matches text copied from a browser, with a scheme, a user, a port, or a path. */
const isMore = /^[a-z]{1,20}:\/\/|[/@?#]|^[^:]{1,253}:\d{1,5}$/
const numbers = /^(?:\d{1,63}|0x[0-9a-f]{0,61})$/

export type ParsedHostname = { hostname: string; fault?: undefined } | { hostname?: undefined; fault: HostnameFault }

/** Normalizes a hostname to lowercase ASCII without the trailing dot. */
export function parseHostname(text: string): ParsedHostname {
  if (text.length > maxText) return { fault: 'too_long' }
  if (text.includes('*')) return { fault: 'wildcard' }
  const lower = text.normalize('NFC').toLowerCase()
  const bare = lower.endsWith('.') ? lower.slice(0, -1) : lower
  if (isMore.test(bare)) return { fault: 'more_than_a_name' }
  if (looksLikeAddress(bare)) return { fault: 'address' }
  const hostname = ascii.test(bare) ? bare : toAscii(bare)
  if (hostname === undefined) return { fault: letters.test(bare) ? 'internationalized' : 'invalid' }
  const labels = hostname.split('.')
  if (!labels.every((each) => label.test(each))) return { fault: isTooLong(labels) ? 'too_long' : 'invalid' }
  if (!labels.every(isReadable)) return { fault: 'internationalized' }
  if (hostname.length > maxHostname) return { fault: 'too_long' }
  if (labels.length === 1) return { fault: 'single_label' }
  if (numbers.test(labels.at(-1) ?? '')) return { fault: 'address' }
  return apexOf(hostname) === undefined ? { fault: 'public_suffix' } : { hostname }
}

export function challengeName(hostname: string): string {
  return `${challengeLabel}.${hostname}`
}

function looksLikeAddress(text: string): boolean {
  return text.includes(':') || /^\[|^[0-9.]{1,1000}$/.test(text)
}

/**
 * Accepts only text that stays the same, because a name that other text maps to (full-width letters, ligatures) would
 * be surprising.
 */
function toAscii(text: string): string | undefined {
  if (!letters.test(text)) return undefined
  const converted = domainToASCII(text)
  return converted !== '' && domainToUnicode(converted) === text ? converted : undefined
}

/** `xn--…` must be the canonical encoding of its text. Other hyphens in third and fourth position are reserved. */
function isReadable(each: string): boolean {
  if (each.slice(2, 4) !== '--') return true
  if (!each.startsWith('xn--')) return false
  const unicode = domainToUnicode(each)
  return unicode !== '' && unicode !== each && domainToASCII(unicode) === each
}

function isTooLong(labels: readonly string[]): boolean {
  return labels.some((each) => each.length > 63) && labels.every((each) => label.test(each.slice(0, 1)))
}
