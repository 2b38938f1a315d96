/** Scheduled deployments of one organization. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { ScheduledDeployments } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { DropReason, ScheduledStatus } from './scheduled-deployments.schemas.ts'

interface Narrow {
  status: ScheduledStatus
  reason: DropReason | null
}
export type ScheduledDeploymentRow = Omit<Selectable<ScheduledDeployments>, keyof Narrow> & Narrow

export interface NewScheduledDeployment {
  id: Id<'sdp'>
  environment: { id: Id<'env'>; name: string }
  startAt: Date
  branch: string | null
  commit: string | null
  clearCache: boolean
  createdBy: Id<'usr'>
  createdByToken: Id<'tok'> | null
}

export async function insertScheduledDeployment(
  tx: Tx,
  organizationId: OrganizationId,
  scheduled: NewScheduledDeployment,
): Promise<ScheduledDeploymentRow> {
  return await tx
    .insertInto('scheduled_deployments')
    .values({
      id: scheduled.id,
      organization_id: organizationId,
      environment_id: scheduled.environment.id,
      environment_name: scheduled.environment.name,
      start_at: scheduled.startAt,
      branch: scheduled.branch,
      requested_commit: scheduled.commit,
      clear_cache: scheduled.clearCache,
      created_by: scheduled.createdBy,
      created_by_token: scheduled.createdByToken,
    })
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
}

/** Soonest first. Only those that wait for their time. */
export async function listPendingScheduled(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<ScheduledDeploymentRow[]> {
  return await tx
    .selectFrom('scheduled_deployments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'scheduled')
    .orderBy('start_at')
    .orderBy('id')
    .$narrowType<Narrow>()
    .execute()
}

export async function findScheduledDeployment(
  tx: Tx,
  organizationId: OrganizationId,
  { id, environmentId }: { id: Id<'sdp'>; environmentId: Id<'env'> },
): Promise<ScheduledDeploymentRow | undefined> {
  return await tx
    .selectFrom('scheduled_deployments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .$narrowType<Narrow>()
    .executeTakeFirst()
}

/** Locks the row until the end of the transaction. Returns undefined if it no longer waits for its time. */
export async function lockPendingScheduled(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'sdp'>,
): Promise<ScheduledDeploymentRow | undefined> {
  return await tx
    .selectFrom('scheduled_deployments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .forUpdate()
    .$narrowType<Narrow>()
    .executeTakeFirst()
}

export type ScheduledEnd =
  | { status: 'started'; deploymentId: Id<'dep'> }
  | { status: 'cancelled' }
  | { status: 'dropped'; reason: DropReason }

/** Ends each row once. Returns undefined if it had ended already. */
export async function endScheduledDeployment(
  tx: Tx,
  organizationId: OrganizationId,
  { id, end }: { id: Id<'sdp'>; end: ScheduledEnd },
): Promise<ScheduledDeploymentRow | undefined> {
  return await tx
    .updateTable('scheduled_deployments')
    .set({
      status: end.status,
      deployment_id: end.status === 'started' ? end.deploymentId : null,
      reason: end.status === 'dropped' ? JSON.stringify(end.reason) : null,
      ended_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
}
