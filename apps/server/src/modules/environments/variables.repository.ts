/** The only file that names `variables`. A row is one version and never changes; a new value is a new row. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Variables } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { VariableScope } from './variables.schemas.ts'

type Narrow = { scope: VariableScope }
type Selected = Omit<Selectable<Variables>, keyof Narrow> & Narrow
export type VariableRow = Omit<Selected, 'id' | 'service_id' | 'updated_by'> & {
  id: Id<'var'>
  service_id: Id<'svc'> | null
  updated_by: Id<'usr'> | null
}

export interface NewVariable {
  id: Id<'var'>
  serviceId: Id<'svc'> | null
  key: string
  scope: VariableScope
  /** A plain value, or a sealed secret. */
  content: { value: string } | { sealedValue: string; isSealed: boolean }
  /** The version that it replaces. */
  before?: Pick<VariableRow, 'value_version' | 'created_at'>
}

export async function insertVariables(
  tx: Tx,
  organizationId: OrganizationId,
  {
    environmentId,
    variables,
    updatedBy = null,
  }: { environmentId: Id<'env'>; variables: readonly NewVariable[]; updatedBy?: Id<'usr'> | null },
): Promise<void> {
  if (variables.length === 0) return
  await tx
    .insertInto('variables')
    .values(
      variables.map(({ content, before, ...variable }) => ({
        id: variable.id,
        organization_id: organizationId,
        environment_id: environmentId,
        service_id: variable.serviceId,
        key: variable.key,
        scope: variable.scope,
        value: 'value' in content ? content.value : null,
        sealed_value: 'value' in content ? null : content.sealedValue,
        is_secret: !('value' in content),
        is_sealed: 'value' in content ? false : content.isSealed,
        value_version: (before?.value_version ?? 0) + 1,
        updated_by: updatedBy,
        ...(before === undefined ? {} : { created_at: before.created_at }),
      })),
    )
    .execute()
}

/** Lists the variables for the next deployment by key. */
export async function listVariables(
  tx: Tx,
  organizationId: OrganizationId,
  environmentIds: readonly Id<'env'>[],
): Promise<VariableRow[]> {
  if (environmentIds.length === 0) return []
  const rows = await tx
    .selectFrom('variables')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('environment_id', 'in', environmentIds)
    .where('retired_at', 'is', null)
    .orderBy('key')
    .orderBy('id')
    .$narrowType<Narrow>()
    .execute()
  return rows
}

/** Finds versions by ID, including retired ones. */
export async function findVariableVersions(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'var'>[],
): Promise<VariableRow[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('variables')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .$narrowType<Narrow>()
    .execute()
  return rows
}

export async function retireVariables(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'var'>[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('variables')
    .set({ retired_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('retired_at', 'is', null)
    .execute()
}

/**
 * Longer than any deployment runs, because a deployment can have planned with versions that no release references yet.
 */
const keptDays = 3

/** Deletes versions that no release references anymore. */
export async function deleteUnusedVersions(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<void> {
  await tx
    .deleteFrom('variables')
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('retired_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('release_variables')
            .select('release_variables.variable_id')
            .whereRef('release_variables.variable_id', '=', 'variables.id'),
        ),
      ),
    )
    .execute()
}
