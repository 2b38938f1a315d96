/** Merges all findings about one variable into one result with its reasons. */
import type { AnalyzedVariable } from '../reading.ts'
import type { Evidence } from '../report.schemas.ts'
import type { Finding } from './scan/finding.ts'
import { isPublicName, isSecretName } from './secret-name.ts'

export interface Mention {
  readonly key: string
  /** `stated`: a file that describes the deployment. `listed`: an example file. */
  readonly strength: Finding['strength'] | 'listed' | 'stated'
  readonly value: string | null
  /** The value with references to other variables, instead of `value`. */
  readonly template: string | null
  readonly isRequired: boolean
  readonly secret: boolean
  readonly scope: AnalyzedVariable['scope']
  readonly services: readonly string[]
  readonly providedBy: string | null
  readonly description: string | null
  readonly evidence: Evidence
}

const maxEvidence = 8

export function mergeMentions(mentions: readonly Mention[]): AnalyzedVariable[] {
  const byKey = new Map<string, Mention[]>()
  for (const mention of mentions) {
    const list = byKey.get(mention.key)
    if (list === undefined) byKey.set(mention.key, [mention])
    else list.push(mention)
  }
  return [...byKey].map(([key, list]) => merge(key, list)).sort((a, b) => (a.key < b.key ? -1 : 1))
}

function merge(key: string, mentions: readonly Mention[]): AnalyzedVariable {
  const main = mainOf(mentions)
  const template = main?.template ?? null
  const isSecret = isSecretName(key) || (mentions.some((one) => one.secret) && !isPublicName(key))
  const scopes = new Set(mentions.map(({ scope }) => scope))
  // Its secrets are in other variables.
  const secret = isSecret && template === null
  const value = template === null ? (main?.value ?? null) : null
  const isEverybodys = mentions.some((one) => one.services.length === 0)
  const services = [...new Set(mentions.flatMap((one) => one.services))].sort()
  return {
    key,
    required: isRequired(mentions),
    secret,
    default: secret ? null : (value?.slice(0, 4_000) ?? null),
    template,
    exceptions: secret ? [] : exceptionsTo({ value, template }, mentions),
    scope: isPublicName(key) && template === null ? 'build' : scopeOf(scopes),
    services: isEverybodys && services.length === 0 ? [] : services.slice(0, 100),
    providedBy: mentions.find((one) => one.providedBy !== null)?.providedBy ?? null,
    description: mentions.find((one) => one.description !== null)?.description ?? null,
    evidence: [...mentions]
      .sort((a, b) => weight(b) - weight(a))
      .slice(0, maxEvidence)
      .map(({ evidence }) => evidence),
  }
}

function mainOf(mentions: readonly Mention[]): Mention | undefined {
  return mentions
    .filter(({ value, template }) => template !== null || (value !== null && value !== ''))
    .sort((a, b) => weight(b) - weight(a))[0]
}

/** A service that reads the variable gets it, even if others only refer to it. */
function scopeOf(scopes: ReadonlySet<AnalyzedVariable['scope']>): AnalyzedVariable['scope'] {
  const read = [...scopes].filter((scope) => scope !== 'reference')
  return read.length > 1 ? 'both' : (read[0] ?? [...scopes][0] ?? 'runtime')
}

/** Two services of a compose file can have different values under one key. */
interface Stated {
  readonly value: string | null
  readonly template: string | null
}

function exceptionsTo(main: Stated, mentions: readonly Mention[]): AnalyzedVariable['exceptions'] {
  const stated = new Map<string, Stated>()
  for (const mention of mentions)
    if (mention.strength === 'stated')
      for (const service of mention.services) {
        const known = stated.get(service)
        if (known === undefined || (known.value ?? known.template) === null) stated.set(service, mention)
      }
  return [...stated]
    .filter(([, own]) => own.value !== main.value || own.template !== main.template)
    .slice(0, 100)
    .map(([service, own]) => ({ service, value: own.value?.slice(0, 4_000) ?? null, template: own.template }))
}

/**
 * An explicit statement wins; then code that fails without it; then a default or a schema; then how it is read and
 * listed.
 */
function isRequired(mentions: readonly Mention[]): boolean {
  const stated = mentions.filter((one) => one.strength === 'stated')
  if (stated.length > 0) return stated.some((one) => one.isRequired)
  const has = (strength: Mention['strength']) => mentions.some((one) => one.strength === strength)
  if (has('must')) return true
  if (has('fallback') || has('optional')) return false
  if (has('plain')) return true
  if (has('maybe')) return false
  return mentions.some((one) => one.isRequired)
}

function weight({ strength }: Mention): number {
  return { stated: 7, must: 6, fallback: 5, optional: 4, plain: 3, listed: 2, maybe: 1 }[strength]
}
