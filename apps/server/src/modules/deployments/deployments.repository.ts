/** Names `deployments`, as does `deployment-status.repository.ts`, which writes their status. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { Deployments } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { DeployedCommit } from '../workloads/release.schemas.ts'
import type { DeploymentError, DeploymentStatus, DeploymentTrigger, DeploymentWarning } from './deployments.schemas.ts'
import type { Diagnosis } from './diagnosis.schemas.ts'

export interface NarrowDeployment {
  status: DeploymentStatus
  trigger: DeploymentTrigger
  commit: DeployedCommit | null
  given_images: Record<string, string> | null
  error: DeploymentError | null
  diagnosis: Diagnosis | null
  warnings: DeploymentWarning[]
}
export type DeploymentRow = Omit<Selectable<Deployments>, keyof NarrowDeployment> & NarrowDeployment

export interface NewDeployment {
  id: Id<'dep'>
  environmentId: Id<'env'>
  number: number
  trigger: DeploymentTrigger
  serverId: Id<'srv'>
  branch: string | null
  requestedCommit: string | null
  givenImages: Readonly<Record<string, string>> | null
  clearCache: boolean
  releaseId: Id<'rel'> | null
  rollbackOf: Id<'dep'> | null
  promotedFrom: Id<'dep'> | null
  createdBy: Id<'usr'> | null
}

export async function insertDeployment(
  tx: Tx,
  organizationId: OrganizationId,
  deployment: NewDeployment,
): Promise<DeploymentRow> {
  const row = await tx
    .insertInto('deployments')
    .values({
      id: deployment.id,
      organization_id: organizationId,
      environment_id: deployment.environmentId,
      number: deployment.number,
      trigger: deployment.trigger,
      server_id: deployment.serverId,
      branch: deployment.branch,
      requested_commit: deployment.requestedCommit,
      given_images: deployment.givenImages === null ? null : JSON.stringify(deployment.givenImages),
      clear_cache: deployment.clearCache,
      release_id: deployment.releaseId,
      rollback_of: deployment.rollbackOf,
      promoted_from: deployment.promotedFrom,
      created_by: deployment.createdBy,
    })
    .returningAll()
    .$narrowType<NarrowDeployment>()
    .executeTakeFirstOrThrow()
  return row
}

export async function findDeployment(
  tx: Tx,
  organizationId: OrganizationId,
  deployment: { id: Id<'dep'>; environmentId?: Id<'env'> },
): Promise<DeploymentRow | undefined> {
  let query = tx
    .selectFrom('deployments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', deployment.id)
  if (deployment.environmentId !== undefined) query = query.where('environment_id', '=', deployment.environmentId)
  const row = await query.$narrowType<NarrowDeployment>().executeTakeFirst()
  return row
}

export interface DeploymentPage {
  environmentId: Id<'env'>
  before: string | undefined
  limit: number
  status?: DeploymentStatus | undefined
  branch?: string | undefined
}

export async function listDeployments(
  tx: Tx,
  organizationId: OrganizationId,
  page: DeploymentPage,
): Promise<DeploymentRow[]> {
  let query = tx
    .selectFrom('deployments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', page.environmentId)
  if (page.status !== undefined) query = query.where('status', '=', page.status)
  if (page.branch !== undefined) query = query.where('branch', '=', page.branch)
  const rows = await query.$call(newestFirst(page)).$narrowType<NarrowDeployment>().execute()
  return rows
}

/** Returns the deployment that was live before this one, or is live now. */
export async function findLiveBefore(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, number }: { environmentId: Id<'env'>; number: number },
): Promise<Id<'dep'> | null> {
  const row = await tx
    .selectFrom('deployments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('status', 'in', ['live', 'retired'])
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : row.id
}

/** Returns the numbers of deployments. IDs of other runs have none. */
export async function listNumbers(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'dep'>[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('deployments')
    .select(['id', 'number'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.number]))
}

/** Counts deployments that wait for their turn. */
export async function countQueued(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('deployments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('finished_at', 'is', null)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow()
  return row.count
}

/** Lists unfinished deployments of one environment, oldest first. */
export async function listUnfinishedDeployments(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<DeploymentRow[]> {
  const rows = await tx
    .selectFrom('deployments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('finished_at', 'is', null)
    .orderBy('number')
    .limit(100)
    .$narrowType<NarrowDeployment>()
    .execute()
  return rows
}

/** Changes the commit of a queued deployment. Returns undefined when it has started in the meantime. */
export async function retargetDeployment(
  tx: Tx,
  organizationId: OrganizationId,
  { id, commit }: { id: Id<'dep'>; commit: string },
): Promise<DeploymentRow | undefined> {
  const row = await tx
    .updateTable('deployments')
    .set({ requested_commit: commit, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returningAll()
    .$narrowType<NarrowDeployment>()
    .executeTakeFirst()
  return row
}

/** Returns whether a deployment of the environment has started and not ended. */
export async function hasDeploymentUnderWay(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('deployments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('finished_at', 'is', null)
    .where('started_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export interface DeploymentUpdate {
  step?: string
  branch?: string | null
  commit?: DeployedCommit | null
  releaseId?: Id<'rel'>
  switchFence?: number
  isSwitched?: true
}

/** A deployment that has ended stays unchanged. */
export async function updateDeployment(
  tx: Tx,
  organizationId: OrganizationId,
  { id, ...change }: { id: Id<'dep'> } & DeploymentUpdate,
): Promise<DeploymentRow | undefined> {
  const row = await tx
    .updateTable('deployments')
    .set({
      updated_at: sql<Date>`now()`,
      ...(change.step === undefined ? {} : { step: change.step }),
      ...(change.branch === undefined ? {} : { branch: change.branch }),
      ...(change.commit === undefined ? {} : { commit: change.commit === null ? null : JSON.stringify(change.commit) }),
      ...(change.releaseId === undefined ? {} : { release_id: change.releaseId }),
      ...(change.switchFence === undefined ? {} : { switch_fence: change.switchFence }),
      ...(change.isSwitched === true ? { switched_at: sql<Date>`coalesce(switched_at, now())` } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returningAll()
    .$narrowType<NarrowDeployment>()
    .executeTakeFirst()
  return row
}

/** Adds each warning once, also to a deployment that has ended. */
export async function addDeploymentWarnings(
  tx: Tx,
  organizationId: OrganizationId,
  { id, warnings }: { id: Id<'dep'>; warnings: readonly DeploymentWarning[] },
): Promise<void> {
  for (const warning of warnings) {
    const text = JSON.stringify([warning])
    await tx
      .updateTable('deployments')
      .set({ warnings: sql<string>`warnings || ${text}::jsonb`, updated_at: sql<Date>`now()` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where(sql<boolean>`not warnings @> ${text}::jsonb and jsonb_array_length(warnings) < 100`)
      .execute()
  }
}

/** Returns the median duration of the last ten deployments of an environment that went live. */
export async function findMedianDuration(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<number | null> {
  const { rows } = await sql<{ median: number | null }>`
    select percentile_cont(0.5) within group (order by ms)::float8 as median from (
      select extract(epoch from finished_at - coalesce(started_at, created_at)) * 1000 as ms from deployments
      where organization_id = ${organizationId} and environment_id = ${environmentId} and status in ('live', 'retired')
      order by id desc limit 10
    ) recent`.execute(tx)
  const median = rows[0]?.median ?? null
  return median === null ? null : Math.round(median)
}
