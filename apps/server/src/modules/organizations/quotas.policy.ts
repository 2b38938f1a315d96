/** Quotas per organisation: what they count, their defaults and the most an owner can set. */
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
  'runningDeployments',
  'queuedDeployments',
  'storageBytes',
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
  runningDeployments: 10,
  queuedDeployments: 200,
  storageBytes: 1_000_000_000_000,
}

export function effectiveQuotas(stored: unknown): Quotas {
  const overrides = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const known = overrides.filter(
    (entry): entry is [QuotaName, number] => isQuotaName(entry[0]) && typeof entry[1] === 'number',
  )
  return { ...defaultQuotas, ...Object.fromEntries(known) }
}

function isQuotaName(name: string): name is QuotaName {
  return quotaNames.some((each) => each === name)
}
