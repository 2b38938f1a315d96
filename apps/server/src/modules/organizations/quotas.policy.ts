/** Quotas per organization: what they count, their defaults and the most an owner can set. */
export const quotaNames = [
  'members',
  'apiTokens',
  'projects',
  'environments',
  'servers',
  'gitProviders',
  'registries',
  'backupDestinations',
  'domains',
  'connectors',
  'queuedDeployments',
] as const
export type QuotaName = (typeof quotaNames)[number]
export type Quotas = Record<QuotaName, number>

export const defaultQuotas: Quotas = {
  members: 100,
  apiTokens: 100,
  projects: 200,
  environments: 1_000,
  servers: 200,
  gitProviders: 20,
  registries: 50,
  backupDestinations: 50,
  domains: 1_000,
  connectors: 50,
  queuedDeployments: 200,
}

export function effectiveQuotas(stored: unknown): Quotas {
  const overrides = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const known = overrides.filter(
    (entry): entry is [QuotaName, number] => isQuotaName(entry[0]) && typeof entry[1] === 'number',
  )
  return { ...defaultQuotas, ...Object.fromEntries(known) }
}

/** The most an owner can set: the defaults, unless the operator says otherwise. */
export function quotaCeilings(given: Partial<Quotas>): Quotas {
  return { ...defaultQuotas, ...given }
}

/** The wanted quotas that only an operator can set. What stays as it is doesn't count. */
export function quotasAbove(
  ceilings: Quotas,
  { before, wanted }: { before: Quotas; wanted: Partial<Quotas> },
): QuotaName[] {
  return quotaNames.filter((name) => {
    const value = wanted[name]
    return value !== undefined && value > ceilings[name] && value !== before[name]
  })
}

/** `projects=50,servers=5`. Undefined: it can't be read. */
export function parseQuotas(parts: readonly string[]): Partial<Quotas> | undefined {
  const found: Partial<Quotas> = {}
  for (const part of parts) {
    const [, name = '', value = ''] = /^(\w+)=(\d{1,15})$/.exec(part) ?? []
    if (!isQuotaName(name)) return undefined
    found[name] = Number(value)
  }
  return found
}

function isQuotaName(name: string): name is QuotaName {
  return quotaNames.some((each) => each === name)
}
