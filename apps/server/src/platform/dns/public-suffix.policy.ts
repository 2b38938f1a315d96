/** Finds the part of a hostname that someone can register, by the public suffix list. Pure. */
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Includes private suffixes where others sell names, such as github.io. */
const suffixOptions = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const

/** Returns the registrable domain, or undefined for a public suffix itself, such as co.uk. */
export function apexOf(hostname: string): string | undefined {
  return parseSuffix(hostname).domain ?? undefined
}

/** Returns false when no registry has this suffix, so no public resolver can know it. */
export function hasPublicSuffix(hostname: string): boolean {
  const { isIcann, isPrivate } = parseSuffix(hostname)
  return isIcann === true || isPrivate === true
}

/** Loaded on demand, because the public suffix list takes seven megabytes of memory. */
function parseSuffix(hostname: string) {
  const suffixes: typeof import('tldts') = load('tldts')
  return suffixes.parse(hostname, suffixOptions)
}
