/** Rules that would send a browser in circles are found before anybody walks in them; pure. */
import type { RedirectRule } from './route-options.schemas.ts'

const maxHops = 20

/** The index of a rule from which nobody arrives anywhere; undefined: all of them lead somewhere. */
export function findRedirectLoop(hostname: string, rules: readonly RedirectRule[]): number | undefined {
  const index = rules.findIndex((rule) => !arrives(hostname, rules, rule.from))
  return index === -1 ? undefined : index
}

function arrives(hostname: string, rules: readonly RedirectRule[], from: string): boolean {
  let path = from
  for (let hop = 0; hop < maxHops; hop += 1) {
    const next = follow(hostname, rules, path)
    if (next === undefined) return true
    // Longer with each round, as of /a to /a/b with everything below.
    if (next.startsWith(`${path.replace(/\/$/, '')}/`) && follow(hostname, rules, next) !== undefined) return false
    path = next
  }
  return false
}

/** Where a path of this hostname leads on it; undefined: nowhere, or to another hostname. */
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

/** The other one of `www.` and the bare name. */
export function counterpartOf(hostname: string): string {
  return hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`
}
