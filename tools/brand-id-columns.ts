/**
 * Gives id columns of the generated database types the id type of what they identify, so that a repository can't mix up two kinds of ids.
 * Foreign keys are recognized by name. Ids of tables without a TypeID stay plain strings.
 */
import type { IdPrefix } from '../apps/server/src/platform/ids/type-id.ts'

/** Prefix of the primary key, by the name of the table's type. */
const primaryKeys: Readonly<Record<string, IdPrefix>> = {
  Alerts: 'alr', Analyses: 'ana', ApiTokens: 'tok', AuditLog: 'aud', AutoDeploys: 'adp', BackupDestinations: 'bds',
  BackupKeys: 'bkk', Backups: 'bkp', CommitStatuses: 'cst', Deployments: 'dep', Drills: 'drl', Domains: 'dom', Environments: 'env',
  Events: 'evt', GitProviders: 'git', HardeningRuns: 'hrd', Invitations: 'inv',
  MemberProfiles: 'mem', Memberships: 'mem', Moves: 'dep', NoticeDeliveries: 'dlv', NotificationConnectors: 'ntc',
  OneOffCommands: 'cmd', Organizations: 'org', Previews: 'pvw', Projects: 'prj', Registries: 'reg', Releases: 'rel',
  Restores: 'rst', Routes: 'rte', ScheduledDeployments: 'sdp', Schedules: 'sch', SecurityScans: 'scn', ServerTasks: 'run', Servers: 'srv', TrashItems: 'trs',
  ServiceCredentials: 'crd', Services: 'svc', Sessions: 'ses', Users: 'usr', Variables: 'var',
  WebhookDeliveries: 'whd', WorkflowRuns: 'run',
} // biome-ignore format: one list, read as a list

const foreignKeys: Readonly<Record<string, IdPrefix>> = {
  acknowledged_by: 'usr', auto_deploy_id: 'adp', backup_id: 'bkp', build_server_id: 'srv', connector_id: 'ntc',
  created_by: 'usr', created_by_token: 'tok', deployment_id: 'dep', destination_id: 'bds', domain_id: 'dom', drill_server_id: 'srv', environment_id: 'env',
  from_server_id: 'srv', git_provider_id: 'git', hook_provider_id: 'git', invited_by: 'usr', jump_server_id: 'srv', last_organization_id: 'org',
  live_deployment_id: 'dep', live_server_id: 'srv', organization_id: 'org', project_id: 'prj', promoted_from: 'dep', redelivery_of: 'whd',
  release_id: 'rel', rollback_of: 'dep', run_id: 'run', safety_backup_id: 'bkp', schedule_id: 'sch', server_id: 'srv', service_id: 'svc',
  session_id: 'ses', stand_in_id: 'env', template_environment_id: 'env', to_server_id: 'srv', updated_by: 'usr', user_id: 'usr',
  variable_id: 'var',
} // biome-ignore format: one list, read as a list

/** Columns of one name that reference different tables. */
const columnsByTable: Readonly<Record<string, IdPrefix>> = {
  'Deployments.superseded_by': 'dep',
  'TrashItems.parent_id': 'trs',
  'WorkflowRuns.superseded_by': 'run',
}

/** Events belong to a run, and to what the run was started for under the same id: a deployment, an analysis. */
const sharedIds = new Set(['RunEvents', 'RunEventCounters'])

const table = /export interface (?<name>\w+) \{\n(?<columns>[^}]*)\}/g
const column = /^ {2}(?<name>\w+): string(?<rest>(?: \| null)?;)$/gm

export function brandIdColumns(types: string): string {
  const branded = types.replace(table, (text, name: string) =>
    text.replace(column, (line, key: string, rest: string) => {
      const prefix = key === 'id' ? primaryKeys[name] : (columnsByTable[`${name}.${key}`] ?? foreignKeys[key])
      if (key === 'run_id' && sharedIds.has(name)) return line
      return prefix === undefined ? line : `  ${key}: Id<'${prefix}'>${rest}`
    }),
  )
  return branded.replace(
    'import type { ColumnType }',
    "import type { Id } from '../ids/brand.ts'\nimport type { ColumnType }",
  )
}
