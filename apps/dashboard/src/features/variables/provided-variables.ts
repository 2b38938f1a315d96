/** Groups what containers get without anyone setting it: one row for the services that get the same variable. Pure. */
import type { ContainerVariable } from '@longshore/sdk'

export interface ProvidedVariable extends Pick<ContainerVariable, 'key' | 'value' | 'secret' | 'source'> {
  /** Services that get it, or null if all do. */
  services: string[] | null
}

export interface ReplacedVariable {
  key: string
  /** The only service of the variable that replaces it, or null if all services get that one. */
  service: string | null
  /** The database whose variable is replaced, or null for one of Longshore. */
  database: string | null
}

export function providedBy(kind: 'database' | 'longshore', items: readonly ContainerVariable[]): ProvidedVariable[] {
  const total = new Set(items.map(({ service }) => service)).size
  const found = new Map<string, ProvidedVariable & { services: string[] }>()
  for (const { service, key, value, secret, source } of items) {
    if (source.kind !== kind) continue
    const place = JSON.stringify([source.serviceId, key, value])
    const known = found.get(place)
    if (known === undefined) found.set(place, { key, value, secret, source, services: [service] })
    else known.services.push(service)
  }
  const bySource = ({ source, key }: ProvidedVariable) => `${source.service ?? ''} ${key}`
  return [...found.values()]
    .map((each) => ({ ...each, services: each.services.length === total ? null : each.services }))
    .sort((one, other) => (bySource(one) < bySource(other) ? -1 : 1))
}

/** Lists variables that take the place of one from a database or from Longshore. */
export function replacedVariables(items: readonly ContainerVariable[]): ReplacedVariable[] {
  return items.flatMap(({ key, source, replaces }) =>
    source.kind === 'variable' && replaces !== null && replaces.kind !== 'variable'
      ? [{ key, service: source.service, database: replaces.service }]
      : [],
  )
}
