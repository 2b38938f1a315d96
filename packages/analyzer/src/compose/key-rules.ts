/** How a key of the compose format is handled. Keys without a rule are rejected: each one needs a decision. */
export type Verdict = 'supported' | 'mapped' | 'ignored' | 'refused'

export interface KeyRule {
  readonly verdict: Verdict
  /** The resulting field, its other form, or what to use instead. */
  readonly instead: string
  /** True if a file can have the key without a warning: its effect is small, or each of its values is checked. */
  readonly isQuiet?: boolean
}

export type KeyRules = Readonly<Record<string, KeyRule>>

export const supported = (instead: string): KeyRule => ({ verdict: 'supported', instead })
export const mapped = (instead: string): KeyRule => ({ verdict: 'mapped', instead })
export const ignored = (instead: string): KeyRule => ({ verdict: 'ignored', instead })
export const refused = (instead: string): KeyRule => ({ verdict: 'refused', instead })
export const quiet = (rule: KeyRule): KeyRule => ({ ...rule, isQuiet: true })

const unknownKey = refused("Longshore doesn't know this key. Set it in the service settings.")

/** Extensions (`x-…`) only contain anchors. */
export function ruleOf(rules: KeyRules, key: string): KeyRule {
  if (key.startsWith('x-')) return quiet(ignored(''))
  return Object.hasOwn(rules, key) ? (rules[key] ?? unknownKey) : unknownKey
}
