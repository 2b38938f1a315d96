/** The only file that names `backup_configs`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { BackupConfigs } from '../../../platform/database/schema.generated.ts'
import type { MissedPolicy } from '../../../platform/durable/cron.ts'
import type { Id } from '../../../platform/ids/brand.ts'

type Narrow = { missed: MissedPolicy; proof: 'each' | 'daily' | 'weekly' | 'off' }
type Selected = Omit<Selectable<BackupConfigs>, keyof Narrow> & Narrow
export type BackupConfigRow = Omit<Selected, 'environment_id' | 'organization_id' | 'destination_id'> & {
  environment_id: Id<'env'>
  organization_id: OrganizationId
  destination_id: Id<'bds'>
}

export type BackupConfigValues = Pick<
  BackupConfigRow,
  | 'enabled'
  | 'schedule'
  | 'timezone'
  | 'missed'
  | 'keep_last'
  | 'keep_daily'
  | 'keep_weekly'
  | 'keep_monthly'
  | 'destination_id'
  | 'recipient'
  | 'proof'
>

export async function findBackupConfig(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<BackupConfigRow | undefined> {
  const row = await tx
    .selectFrom('backup_configs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

/** Returns whether scheduled backups are on. */
export async function hasBackups(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<boolean> {
  return (await findBackupConfig(tx, organizationId, environmentId))?.enabled ?? false
}

export async function saveBackupConfig(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, ...values }: BackupConfigValues & { environmentId: Id<'env'> },
): Promise<BackupConfigRow> {
  const row = await tx
    .insertInto('backup_configs')
    .values({ environment_id: environmentId, organization_id: organizationId, ...values })
    .onConflict((conflict) =>
      conflict.column('environment_id').doUpdateSet({
        ...values,
        kept_longer: keptLonger(organizationId),
        // The alert about missing backups counts from here, because nothing is missing while backups are off.
        enabled_at: sql`case when excluded.enabled and not backup_configs.enabled then now() else backup_configs.enabled_at end`,
        version: sql`backup_configs.version + 1`,
        updated_at: sql`now()`,
      }),
    )
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return row
}

/** The larger of the old and the new numbers, for as long as the trash keeps things, if one became smaller. */
function keptLonger(organizationId: OrganizationId) {
  const names = {
    keepLast: 'keep_last',
    keepDaily: 'keep_daily',
    keepWeekly: 'keep_weekly',
    keepMonthly: 'keep_monthly',
  }
  const columns = Object.entries(names)
  const isSmaller = columns.map(([, column]) => sql`excluded.${sql.ref(column)} < backup_configs.${sql.ref(column)}`)
  const pairs = columns.map(
    ([name, column]) => sql`${sql.lit(name)}, greatest(backup_configs.${sql.ref(column)},
      case when (backup_configs.kept_longer->>'until')::timestamptz > now() then (backup_configs.kept_longer->>${sql.lit(name)})::integer end)`,
  )
  return sql<string | null>`case when ${sql.join(isSmaller, sql` or `)} then jsonb_build_object(${sql.join(pairs)},
    'until', now() + (select trash_days from organizations where id = ${organizationId}) * interval '1 day')
    else backup_configs.kept_longer end`
}

export async function isDestinationUsed(
  tx: Tx,
  organizationId: OrganizationId,
  destinationId: Id<'bds'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('backup_configs')
    .select('environment_id')
    .where('organization_id', '=', organizationId)
    .where('destination_id', '=', destinationId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
