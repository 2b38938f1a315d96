/** The rules that must apply to a request, in the order of the documentation. Stateful: it counts requests. */
import { expectedAnswer, type ModelHostname, type ModelPath, matchedPath } from './model.ts'

export interface Headers {
  readonly set: readonly { readonly name: string; readonly value: string }[]
  readonly remove: readonly string[]
}

export interface ModelRules {
  readonly maxBodyBytes: number | null
  readonly allowedNetworks: readonly string[] | null
  readonly rateLimit: { readonly requests: number; readonly seconds: number } | null
  readonly requestHeaders: Headers | null
  readonly responseHeaders: Headers | null
  readonly users: readonly string[]
}

export interface RuledPath extends ModelPath, ModelRules {
  readonly inheritAccess: boolean
}

export interface RuledHostname extends ModelHostname {
  readonly hostname: string
  readonly rules: ModelRules
  readonly paths: readonly RuledPath[]
}

export interface Visit {
  readonly target: string
  readonly client: string
  /** The user whose correct password is sent; `wrong` for another password. */
  readonly user: string | null
  readonly bytes: number
}

/** Headers that rules change, as the app and the visitor see them. */
export interface Outcome {
  readonly status: number
  readonly service?: string
  readonly url?: string
  readonly prefix?: string | undefined
  readonly team?: string | undefined
  readonly note?: string | undefined
}

const networks: Readonly<Record<string, RegExp>> = {
  '10.0.0.0/8': /^10\./,
  '192.0.2.0/28': /^192\.0\.2\.([0-9]|1[0-5])$/,
  '2001:db8::/32': /^2001:db8:/,
}
export const knownNetworks = Object.keys(networks)

export function expectedOutcome(given: RuledHostname, visit: Visit, counts: Map<string, number>): Outcome {
  const path = matchedPath(given.paths, visit.target)
  if (path === 'unclear') return { status: 400 }
  const ruled = given.paths.find((each) => each === path)
  const rule = <Key extends 'maxBodyBytes' | 'rateLimit'>(key: Key) => ruled?.[key] ?? given.rules[key]
  const inherited = ruled === undefined || ruled.inheritAccess ? given.rules : null
  const allowed = nonEmpty(ruled?.allowedNetworks) ?? nonEmpty(inherited?.allowedNetworks) ?? knownNetworks
  const isOpen = allowed === knownNetworks
  if (!isOpen && !allowed.some((network) => networks[network]?.test(visit.client) === true)) return { status: 403 }
  const limit = rule('rateLimit')
  // A path with its own limit counts on its own.
  const scope = ruled?.rateLimit === null || ruled === undefined ? '' : ruled.path
  if (limit !== null && isOver(counts, `${given.hostname}${scope} ${networkOf(visit.client)}`, limit.requests))
    return { status: 429 }
  const users = nonEmpty(ruled?.users) ?? nonEmpty(inherited?.users)
  if (users !== null && (visit.user === null || !users.includes(visit.user))) return { status: 401 }
  if (visit.bytes > (rule('maxBodyBytes') ?? Number.POSITIVE_INFINITY)) return { status: 413 }
  const answer = expectedAnswer(given, visit.target, (service) => service !== 'gone')
  if (answer.status !== 200) return answer
  const team = [given.rules.requestHeaders, ruled?.requestHeaders].reduce(changed('X-Team'), 'visitor')
  const note = [given.rules.responseHeaders, ruled?.responseHeaders].reduce(changed('X-Note'), 'app')
  return { ...answer, team, note }
}

function nonEmpty<Item>(items: readonly Item[] | null | undefined): readonly Item[] | null {
  return items === null || items === undefined || items.length === 0 ? null : items
}

function isOver(counts: Map<string, number>, key: string, limit: number): boolean {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count > limit
}

function networkOf(client: string): string {
  return client.includes(':') ? client.split(':').slice(0, 3).join(':') : client
}

function changed(name: string) {
  return (value: string | undefined, rules: Headers | null | undefined) => {
    const set = rules?.set.find((each) => each.name === name)
    if (set !== undefined) return set.value
    return rules?.remove.includes(name) === true ? undefined : value
  }
}
