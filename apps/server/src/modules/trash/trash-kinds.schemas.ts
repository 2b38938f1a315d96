/** Kinds of things that can be in the trash, and the rows that move there. */
import type { Permission } from '../../platform/access/permissions.ts'
import type { IdPrefix } from '../../platform/ids/type-id.ts'

export const trashKinds = [
  'project', 'environment', 'service', 'variables', 'attached_domain', 'domain', 'server', 'backup', 'backup_destination',
  'git_provider', 'registry', 'connector', 'member',
] as const // biome-ignore format: a list
export type TrashKind = (typeof trashKinds)[number]

interface KindOfTrash {
  /** Table of the deleted row. Rows that depend on it follow by their foreign keys. Null if no row moves. */
  readonly table: string | null
  /** Columns (table.column) whose rows move too, although their foreign key would only be set to null. */
  readonly owned: readonly string[]
  readonly prefix: IdPrefix
  /** Permission that restoring needs: the same as deleting. */
  readonly permission: Permission
}

export const kindsOfTrash: Readonly<Record<TrashKind, KindOfTrash>> = {
  project: { table: 'projects', owned: [], prefix: 'prj', permission: 'projects:write' },
  // Without its row, the webhook at the Git provider would be removed.
  environment: {
    table: 'environments',
    owned: ['auto_deploys.environment_id', 'scheduled_deployments.environment_id'],
    prefix: 'env',
    permission: 'environments:write',
  },
  service: { table: 'services', owned: [], prefix: 'svc', permission: 'environments:write' },
  // Retired versions of variables stay where they are.
  variables: { table: null, owned: [], prefix: 'env', permission: 'variables:write' },
  attached_domain: { table: 'routes', owned: [], prefix: 'dom', permission: 'domains:write' },
  domain: { table: 'domains', owned: [], prefix: 'dom', permission: 'domains:write' },
  server: { table: 'servers', owned: [], prefix: 'srv', permission: 'servers:write' },
  backup: { table: 'backups', owned: [], prefix: 'bkp', permission: 'backups:write' },
  backup_destination: { table: 'backup_destinations', owned: [], prefix: 'bds', permission: 'backups:write' },
  git_provider: { table: 'git_providers', owned: [], prefix: 'git', permission: 'git-providers:write' },
  registry: { table: 'registries', owned: [], prefix: 'reg', permission: 'registries:write' },
  connector: { table: 'notification_connectors', owned: [], prefix: 'ntc', permission: 'connectors:write' },
  member: { table: 'memberships', owned: [], prefix: 'mem', permission: 'members:write' },
}

/** Tables that people know, with the names for their counts. */
const countedTables: Readonly<Record<string, string>> = {
  environments: 'environments', services: 'services', variables: 'variables', routes: 'hostnames', deployments: 'deployments',
  backups: 'backups', backup_configs: 'backupSchedules', api_tokens: 'apiTokens', certificates: 'certificates',
} // biome-ignore format: a table

/** Counts for people, without the deleted row itself. */
export function contentsOf(kind: TrashKind, counts: Readonly<Record<string, number>>): Record<string, number> {
  const own = kindsOfTrash[kind].table
  return Object.fromEntries(
    Object.entries(counts).flatMap(([table, count]) => {
      const name = countedTables[table]
      const others = table === own ? count - 1 : count
      return name === undefined || others < 1 ? [] : [[name, others]]
    }),
  )
}
