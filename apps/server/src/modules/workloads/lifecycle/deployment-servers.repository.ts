/** Lists the servers where an environment can have leftovers: every server of one of its deployments or releases. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'

export async function listServersOfDeployments(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<Id<'srv'>[]> {
  const { rows } = await sql<{ id: string }>`
    select server_id as id from deployments
      where organization_id = ${organizationId} and environment_id = ${environmentId} and server_id is not null
    union select server_id from releases
      where organization_id = ${organizationId} and environment_id = ${environmentId} and server_id is not null
  `.execute(tx)
  return rows.map((row) => brandId<'srv'>(row.id))
}
