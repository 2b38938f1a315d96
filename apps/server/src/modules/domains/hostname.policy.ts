/** Which text is a hostname that somebody can own; pure. What passes is made of letters, digits, hyphens and dots only. */
import { createRequire } from 'node:module'
import { domainToASCII, domainToUnicode } from 'node:url'

export type HostnameFault =
  | 'invalid'
  | 'too_long'
  | 'wildcard'
  | 'address'
  | 'more_than_a_name'
  | 'single_label'
  | 'public_suffix'
  | 'internationalized'

/** A name below it holds the record of the proof, and must fit into 253 characters too. */
export const challengeLabel = '_longshore-challenge'
export const maxHostname = 253 - challengeLabel.length - 1

const maxText = 1_000
const load = createRequire(import.meta.url)
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const ascii = /^[\x21-\x7e]{1,1000}$/
const letters = /^[\p{L}\p{M}\p{N}.-]{1,1000}$/u
/** As it is copied from a browser: with a scheme, a user, a port or a path. */
const isMore = /^[a-z]{1,20}:\/\/|[/@?#]|^[^:]{1,253}:\d{1,5}$/
const numbers = /^(?:\d{1,63}|0x[0-9a-f]{0,61})$/

export type ParsedHostname = { hostname: string; fault?: undefined } | { hostname?: undefined; fault: HostnameFault }

/** To its one form: ASCII, lower case, without the last dot. */
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

/** The list of public suffixes takes seven megabytes: those who have no domains need not pay for it. */
function parseSuffix(hostname: string) {
  const suffixes: typeof import('tldts') = load('tldts')
  return suffixes.parse(hostname, suffixOptions)
}

/** The part that a registrar sells; undefined for a public suffix itself, such as co.uk. */
export function apexOf(hostname: string): string | undefined {
  return parseSuffix(hostname).domain ?? undefined
}

/** False: no registry knows such an end, so no resolver of the world can. */
export function hasPublicSuffix(hostname: string): boolean {
  const { isIcann, isPrivate } = parseSuffix(hostname)
  return isIcann === true || isPrivate === true
}

export function challengeName(hostname: string): string {
  return `${challengeLabel}.${hostname}`
}

/** Also those under which others sell names, such as github.io. */
const suffixOptions = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const

function looksLikeAddress(text: string): boolean {
  return text.includes(':') || /^\[|^[0-9.]{1,1000}$/.test(text)
}

/** Only what stands for itself: a name that another text is turned into (full-width letters, ligatures) would surprise. */
function toAscii(text: string): string | undefined {
  if (!letters.test(text)) return undefined
  const converted = domainToASCII(text)
  return converted !== '' && domainToUnicode(converted) === text ? converted : undefined
}

/** `xn--…` must be the one way to write what it stands for; hyphens in third and fourth place are kept for such codes. */
function isReadable(each: string): boolean {
  if (each.slice(2, 4) !== '--') return true
  if (!each.startsWith('xn--')) return false
  const unicode = domainToUnicode(each)
  return unicode !== '' && unicode !== each && domainToASCII(unicode) === each
}

function isTooLong(labels: readonly string[]): boolean {
  return labels.some((each) => each.length > 63) && labels.every((each) => label.test(each.slice(0, 1)))
}
