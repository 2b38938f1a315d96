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
  /** Whether the value has references. Never true for a secret. */
  expand: boolean
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
        expand: variable.expand,
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

/** Makes these versions count again. What replaced them is retired, and returned. */
export async function returnVariables(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'var'>[],
): Promise<{ id: Id<'var'>; key: string }[]> {
  if (ids.length === 0) return []
  const { rows: replaced } = await sql<{ id: Id<'var'>; key: string }>`
    update variables c set retired_at = now() from variables old
    where old.organization_id = ${organizationId} and old.id = any(${ids}::uuid[]) and old.retired_at is not null
      and c.organization_id = old.organization_id and c.environment_id = old.environment_id and c.key = old.key
      and c.service_id is not distinct from old.service_id and c.retired_at is null
    returning c.id, c.key`.execute(tx)
  await tx
    .updateTable('variables')
    .set({ retired_at: null })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return replaced
}

/** Forgets the values of these retired versions, unless a release that can be rolled back to uses them. */
export async function deleteRetiredVersions(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'var'>[],
): Promise<void> {
  await sql`
    delete from variables v where v.organization_id = ${organizationId} and v.id = any(${ids}::uuid[]) and v.retired_at is not null
      and not exists (select from release_variables r where r.variable_id = v.id)`.execute(tx)
}

/**
 * Longer than any deployment runs, because a deployment can have planned with versions that no release references yet.
 * At least as long as the trash keeps them.
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
    .where(
      'retired_at',
      '<',
      sql<Date>`now() - make_interval(days => greatest(${keptDays}, 1 + (select trash_days from organizations where id = ${organizationId})))`,
    )
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
