/** Names `deployment_rehearsals`, and `deployments` for their order. */
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { Checkpoint, type Rehearsal, RehearsalReport, type RehearsalStatus } from './rehearsal.schemas.ts'

const Checkpoints = z.array(Checkpoint)

export async function findRehearsal(
  tx: Tx,
  organizationId: OrganizationId,
  deploymentId: Id<'dep'>,
): Promise<Rehearsal | undefined> {
  const row = await tx
    .selectFrom('deployment_rehearsals')
    .select(['status', 'report', 'checkpoints'])
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .$narrowType<{ status: RehearsalStatus }>()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const report = RehearsalReport.parse(row.report)
  return { ...report, status: row.status, checkpoints: Checkpoints.parse(row.checkpoints) }
}

/** Returns the checkpoints of the first deployment after this number that has any. */
export async function findFirstCheckpoints(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, after }: { environmentId: Id<'env'>; after: number },
): Promise<{ number: number; checkpoints: Checkpoint[] } | undefined> {
  const row = await tx
    .selectFrom('deployment_rehearsals as r')
    .innerJoin('deployments as d', 'd.id', 'r.deployment_id')
    .select(['d.number', 'r.checkpoints'])
    .where('r.organization_id', '=', organizationId)
    .where('d.environment_id', '=', environmentId)
    .where('d.number', '>', after)
    .where(sql<SqlBool>`r.checkpoints <> '[]'::jsonb`)
    .orderBy('d.number')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : { number: row.number, checkpoints: Checkpoints.parse(row.checkpoints) }
}

/** Replaces an earlier report of the deployment, which an interrupted attempt left. */
export async function saveRehearsal(
  tx: Tx,
  organizationId: OrganizationId,
  { deploymentId, status, report }: { deploymentId: Id<'dep'>; status: RehearsalStatus; report: RehearsalReport },
): Promise<void> {
  const stored = JSON.stringify(z.encode(RehearsalReport, report))
  await tx
    .insertInto('deployment_rehearsals')
    .values({ deployment_id: deploymentId, organization_id: organizationId, status, report: stored })
    .onConflict((conflict) => conflict.column('deployment_id').doUpdateSet({ status, report: stored }))
    .execute()
}

export async function saveCheckpoints(
  tx: Tx,
  organizationId: OrganizationId,
  { deploymentId, checkpoints }: { deploymentId: Id<'dep'>; checkpoints: readonly Checkpoint[] },
): Promise<void> {
  await tx
    .updateTable('deployment_rehearsals')
    .set({ checkpoints: JSON.stringify(z.encode(Checkpoints, [...checkpoints])) })
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .execute()
}
