/** Environments of all organizations whose drill is due, or whose figures are due for a comparison with the targets. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../../platform/database/schema.generated.ts'
import type { Id } from '../../../../platform/ids/brand.ts'

export interface DueRecoveryCheck {
  environmentId: Id<'env'>
  organizationId: Id<'org'>
}

export async function listDueRecoveryChecks(db: Kysely<DB>, limit: number): Promise<DueRecoveryCheck[]> {
  const { rows } = await sql<DueRecoveryCheck>`/* prepared */
    select environment_id as "environmentId", organization_id as "organizationId" from recovery_settings
    where next_drill_at <= now() or (next_check_at <= now()
      and (max_recovery_minutes is not null or max_loss_minutes is not null))
    order by least(next_drill_at, next_check_at) limit ${limit}`.execute(db)
  return rows
}
