import type { text } from '../../text/text.ts'

export type QuotaName = keyof typeof text.settings.quotas.names

export const quotaNames: readonly QuotaName[] = [
  'members', 'apiTokens', 'projects', 'environments', 'servers', 'gitProviders', 'registries', 'backupDestinations',
  'domains', 'connectors', 'queuedDeployments',
] // biome-ignore format: a list
