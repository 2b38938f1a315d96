/** Writes the status of deployments. Only `change-deployment-status.action.ts` imports it. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { DeploymentRow, NarrowDeployment } from './deployments.repository.ts'
import type { DeploymentError, DeploymentStatus } from './deployments.schemas.ts'
import { endedStatuses } from './deployments.status.ts'
import type { Diagnosis } from './diagnosis.schemas.ts'

/** Columns that only change together with the status. */
export interface StatusColumns {
  step?: string
  supersededBy?: Id<'dep'> | null
  error?: DeploymentError
  diagnosis?: Diagnosis | null
}

/** Returns undefined when the deployment no longer has the status `from`. */
export async function writeDeploymentStatus(
  tx: Tx,
  organizationId: OrganizationId,
  { id, from, to, ...columns }: { id: Id<'dep'>; from: DeploymentStatus; to: DeploymentStatus } & StatusColumns,
): Promise<DeploymentRow | undefined> {
  const row = await tx
    .updateTable('deployments')
    .set({
      status: to,
      updated_at: sql<Date>`now()`,
      ...(columns.step === undefined ? {} : { step: columns.step }),
      ...(columns.supersededBy === undefined ? {} : { superseded_by: columns.supersededBy }),
      ...(columns.error === undefined ? {} : { error: JSON.stringify(columns.error) }),
      ...(columns.diagnosis == null ? {} : { diagnosis: JSON.stringify(columns.diagnosis) }),
      ...(to === 'preparing' ? { started_at: sql<Date>`coalesce(started_at, now())` } : {}),
      ...(endedStatuses.has(to) ? { finished_at: sql<Date>`now()`, step: null } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll()
    .$narrowType<NarrowDeployment>()
    .executeTakeFirst()
  return row
}

/** Retires the deployment that is live. At most one per environment is. */
export async function retireLive(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void> {
  await tx
    .updateTable('deployments')
    .set({ status: 'retired', updated_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'live')
    .execute()
}
