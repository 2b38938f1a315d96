/**
 * Predicts whether sshd, as configured, would let an account in with a key. Evaluated before every reload, because
 * afterwards it is too late.
 */
import type { SshConfig } from './evidence/evidence.ts'

export interface LoginAttempt {
  name: string
  uid: number
  groups: readonly string[]
  address: string
}

/** Returns undefined if the login is allowed, otherwise the directive that refuses it. */
export function refusalReason(config: SshConfig, applicant: LoginAttempt): string | undefined {
  const one = (keyword: string) => config.get(keyword)?.[0] ?? ''
  const valuesOf = (keyword: string) => (config.get(keyword) ?? []).flatMap((value) => value.split(/\s+/))
  const isUser = (pattern: string) => matchesUser(pattern, applicant)
  const isGroup = (pattern: string) => applicant.groups.some((group) => matches(pattern, group))
  if (one('pubkeyauthentication') === 'no') return 'PubkeyAuthentication no'
  const methods = valuesOf('authenticationmethods').filter((word) => word !== '')
  if (methods.length > 0 && !methods.some((word) => word === 'any' || word === 'publickey')) {
    return `AuthenticationMethods ${methods.join(' ')}`
  }
  if (applicant.uid === 0 && one('permitrootlogin') === 'no') return 'PermitRootLogin no'
  if (applicant.uid === 0 && one('permitrootlogin') === 'forced-commands-only')
    return 'PermitRootLogin forced-commands-only'
  if (valuesOf('denyusers').some(isUser)) return `DenyUsers ${valuesOf('denyusers').join(' ')}`
  const allowed = valuesOf('allowusers')
  if (allowed.length > 0 && !anyOf(allowed, isUser)) return `AllowUsers ${allowed.join(' ')}`
  if (valuesOf('denygroups').some(isGroup)) return `DenyGroups ${valuesOf('denygroups').join(' ')}`
  const groups = valuesOf('allowgroups')
  if (groups.length > 0 && !anyOf(groups, isGroup)) return `AllowGroups ${groups.join(' ')}`
  return undefined
}

/** A matching pattern with ! refuses, regardless of the other patterns. */
function anyOf(patterns: readonly string[], fits: (pattern: string) => boolean): boolean {
  if (patterns.some((pattern) => pattern.startsWith('!') && fits(pattern.slice(1)))) return false
  return patterns.some((pattern) => !pattern.startsWith('!') && fits(pattern))
}

function matchesUser(pattern: string, { name, address }: LoginAttempt): boolean {
  const at = pattern.lastIndexOf('@')
  if (at < 0) return matches(pattern, name)
  return matches(pattern.slice(0, at), name) && matches(pattern.slice(at + 1), address)
}

/** Matches `*` and `?` as sshd does. Backtracks into one star at most. */
export function matches(pattern: string, text: string): boolean {
  let p = 0
  let t = 0
  let star = -1
  let mark = 0
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p
      mark = t
      p += 1
    } else if (pattern[p] === '?' || pattern[p] === text[t]) {
      p += 1
      t += 1
    } else if (star >= 0) {
      p = star + 1
      mark += 1
      t = mark
    } else return false
  }
  while (pattern[p] === '*') p += 1
  return p === pattern.length
}
