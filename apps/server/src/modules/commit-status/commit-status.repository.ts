/** The only file that names `commit_statuses`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { CommitStatuses } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import type { CommitState, DeliveryError } from './commit-status.schemas.ts'

type Narrow = { state: CommitState }
type Selected = Omit<Selectable<CommitStatuses>, keyof Narrow> & Narrow
interface Branded {
  id: Id<'cst'>
  project_id: Id<'prj'>
  environment_id: Id<'env'>
  deployment_id: Id<'dep'>
}
export type CommitStatusRow = Omit<Selected, keyof Branded> & Branded

export interface WantedCommitStatus {
  id: Id<'cst'>
  projectId: Id<'prj'>
  environmentId: Id<'env'>
  sha: string
  context: string
  environmentName: string
  isPreview: boolean
  deploymentId: Id<'dep'>
  deploymentNumber: number
  state: CommitState
  description: string
}

/** Returns null when nothing changes, or when a newer deployment of the commit takes precedence. */
export async function putCommitStatusRow(
  tx: Tx,
  organizationId: OrganizationId,
  wanted: WantedCommitStatus,
): Promise<Id<'cst'> | null> {
  const { rows } = await sql<{ id: string }>`
    insert into commit_statuses as s (id, organization_id, project_id, environment_id, sha, context, environment_name,
      is_preview, deployment_id, deployment_number, state, description)
    values (${wanted.id}, ${organizationId}, ${wanted.projectId}, ${wanted.environmentId}, ${wanted.sha},
      ${wanted.context}, ${wanted.environmentName}, ${wanted.isPreview}, ${wanted.deploymentId},
      ${wanted.deploymentNumber}, ${wanted.state}, ${wanted.description})
    on conflict (environment_id, sha) do update set
      deployment_id = excluded.deployment_id, deployment_number = excluded.deployment_number, state = excluded.state,
      description = excluded.description, version = s.version + 1, error = null, updated_at = now(),
      forge_deployment_id = case when s.deployment_id = excluded.deployment_id then s.forge_deployment_id end
    where s.organization_id = ${organizationId} and s.deployment_number <= excluded.deployment_number
      and (s.deployment_id, s.state) is distinct from (excluded.deployment_id, excluded.state)
    returning id
  `.execute(tx)
  const [row] = rows
  return row === undefined ? null : brandId<'cst'>(row.id)
}

export async function findCommitStatus(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'cst'>,
): Promise<CommitStatusRow | undefined> {
  const row = await tx
    .selectFrom('commit_statuses')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

/**
 * Saves what the Git provider has now. If another deployment of the commit started in the meantime, its record stays.
 */
export async function saveDelivery(
  tx: Tx,
  organizationId: OrganizationId,
  delivery: { id: Id<'cst'>; version: number; deploymentId: Id<'dep'>; providerDeploymentId: string | null },
): Promise<void> {
  await tx
    .updateTable('commit_statuses')
    .set({
      delivered_version: delivery.version,
      error: null,
      forge_deployment_id: sql`case when deployment_id = ${delivery.deploymentId} then ${delivery.providerDeploymentId} end`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', delivery.id)
    .where('delivered_version', '<', delivery.version)
    .execute()
}

export async function saveDeliveryError(
  tx: Tx,
  organizationId: OrganizationId,
  { id, error }: { id: Id<'cst'>; error: DeliveryError },
): Promise<CommitStatusRow | undefined> {
  const row = await tx
    .updateTable('commit_statuses')
    .set({ error: JSON.stringify(error) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}
