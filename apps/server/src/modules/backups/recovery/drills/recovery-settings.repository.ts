/** The only file that names `recovery_settings` for one organization. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../../platform/database/database.ts'
import type { RecoverySettings } from '../../../../platform/database/schema.generated.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import type { MissedTarget } from '../recovery-figures.policy.ts'
import type { DrillInterval } from './drills.schemas.ts'

interface Narrow {
  drill_every: DrillInterval | null
}
export type RecoverySettingsRow = Omit<Selectable<RecoverySettings>, keyof Narrow> & Narrow

export async function findRecoverySettings(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<RecoverySettingsRow | undefined> {
  return await tx
    .selectFrom('recovery_settings')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .$narrowType<Narrow>()
    .executeTakeFirst()
}

export async function saveRecoverySettings(
  tx: Tx,
  organizationId: OrganizationId,
  {
    environmentId,
    ...values
  }: { environmentId: Id<'env'> } & Pick<
    RecoverySettingsRow,
    'drill_every' | 'drill_server_id' | 'max_recovery_minutes' | 'max_loss_minutes' | 'next_drill_at'
  >,
): Promise<void> {
  await tx
    .insertInto('recovery_settings')
    .values({ environment_id: environmentId, organization_id: organizationId, ...values })
    .onConflict((conflict) =>
      conflict.column('environment_id').doUpdateSet({
        ...values,
        // The new targets are compared at once.
        next_check_at: sql<Date>`now()`,
        version: sql<number>`recovery_settings.version + 1`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .execute()
}

export async function saveNextDrill(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, nextDrillAt }: { environmentId: Id<'env'>; nextDrillAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('recovery_settings')
    .set({ next_drill_at: nextDrillAt })
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .execute()
}

export async function saveTargetCheck(
  tx: Tx,
  organizationId: OrganizationId,
  {
    environmentId,
    missed,
    nextCheckAt,
  }: { environmentId: Id<'env'>; missed: readonly MissedTarget[]; nextCheckAt: Date },
): Promise<void> {
  await tx
    .updateTable('recovery_settings')
    .set({ missed: [...missed], next_check_at: nextCheckAt })
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .execute()
}
