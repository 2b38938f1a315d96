/** Quotas per organization: what they count, their defaults and the maximum that an owner can set. */
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

/** The maximum that an owner can set: the defaults, unless the operator sets others. */
export function quotaCeilings(given: Partial<Quotas>): Quotas {
  return { ...defaultQuotas, ...given }
}

/** Returns the requested quotas that only an operator can set. Unchanged ones don't count. */
export function quotasAbove(
  ceilings: Quotas,
  { before, wanted }: { before: Quotas; wanted: Partial<Quotas> },
): QuotaName[] {
  return quotaNames.filter((name) => {
    const value = wanted[name]
    return value !== undefined && value > ceilings[name] && value !== before[name]
  })
}

/** Parses `projects=50,servers=5`. Returns undefined if it is invalid. */
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
