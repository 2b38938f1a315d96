/** Finds redirect rules that form a loop; pure. */
import type { RedirectRule } from './route-options.schemas.ts'

const maxHops = 20

/** Returns the index of a rule that causes a loop; undefined if there is none. */
export function findRedirectLoop(hostname: string, rules: readonly RedirectRule[]): number | undefined {
  const index = rules.findIndex((rule) => !arrives(hostname, rules, rule.from))
  return index === -1 ? undefined : index
}

function arrives(hostname: string, rules: readonly RedirectRule[], from: string): boolean {
  let path = from
  for (let hop = 0; hop < maxHops; hop += 1) {
    const next = follow(hostname, rules, path)
    if (next === undefined) return true
    // The path grows with each round, such as /a to /a/b including everything below.
    if (next.startsWith(`${path.replace(/\/$/, '')}/`) && follow(hostname, rules, next) !== undefined) return false
    path = next
  }
  return false
}

/** Returns where a path of this hostname redirects to on it; undefined: nowhere, or to another hostname. */
function follow(hostname: string, rules: readonly RedirectRule[], path: string): string | undefined {
  for (const rule of rules) {
    const rest = restOf(rule, path)
    if (rest === undefined) continue
    const to = ownPath(hostname, rule.to)
    if (to === undefined) return undefined
    return rest === '' ? to : `${to.replace(/\/$/, '')}${rest}`
  }
  return undefined
}

function restOf({ from, match }: RedirectRule, path: string): string | undefined {
  if (path === from) return ''
  const above = from.endsWith('/') ? from.slice(0, -1) : from
  return match === 'prefix' && path.startsWith(`${above}/`) ? path.slice(above.length) : undefined
}

function ownPath(hostname: string, to: string): string | undefined {
  if (to.startsWith('/')) return to
  const { hostname: other, pathname } = new URL(to)
  return other === hostname ? pathname : undefined
}

/** Returns the counterpart: with or without `www.`. */
export function counterpartOf(hostname: string): string {
  return hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`
}
