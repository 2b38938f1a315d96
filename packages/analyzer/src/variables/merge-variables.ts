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
  const secret = isSecretName(key) || (mentions.some((one) => one.secret) && !isPublicName(key))
  const scopes = new Set(mentions.map(({ scope }) => scope))
  const value =
    mentions.filter((one) => one.value !== null && one.value !== '').sort((a, b) => weight(b) - weight(a))[0]?.value ??
    null
  const isEverybodys = mentions.some((one) => one.services.length === 0)
  const services = [...new Set(mentions.flatMap((one) => one.services))].sort()
  return {
    key,
    required: isRequired(mentions),
    secret,
    default: secret ? null : (value?.slice(0, 4_000) ?? null),
    exceptions: secret ? [] : exceptionsTo(value, mentions),
    scope: isPublicName(key) ? 'build' : scopes.size > 1 ? 'both' : ([...scopes][0] ?? 'runtime'),
    services: isEverybodys && services.length === 0 ? [] : services.slice(0, 100),
    providedBy: mentions.find((one) => one.providedBy !== null)?.providedBy ?? null,
    description: mentions.find((one) => one.description !== null)?.description ?? null,
    evidence: [...mentions]
      .sort((a, b) => weight(b) - weight(a))
      .slice(0, maxEvidence)
      .map(({ evidence }) => evidence),
  }
}

/** Two services of a compose file can have different values under one key. */
function exceptionsTo(value: string | null, mentions: readonly Mention[]): AnalyzedVariable['exceptions'] {
  const stated = new Map<string, string | null>()
  for (const mention of mentions)
    if (mention.strength === 'stated')
      for (const service of mention.services) stated.set(service, stated.get(service) ?? mention.value)
  return [...stated]
    .filter(([, own]) => own !== value)
    .slice(0, 100)
    .map(([service, own]) => ({ service, value: own?.slice(0, 4_000) ?? null }))
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
