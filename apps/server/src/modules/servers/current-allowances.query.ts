/** Reads what the containers on a server can use now. A machine that others use since allows nothing. */
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { nothingAllowed, StoredAllowances } from './server-allowances.schemas.ts'
import { findServer } from './servers.repository.ts'
import { findMachineUse } from './shared-machines.system-repository.ts'

export async function readCurrentAllowances(
  database: Database,
  organizationId: OrganizationId,
  id: Id<'srv'>,
): Promise<StoredAllowances> {
  const row = await database.tenant(organizationId, (tx) => findServer(tx, organizationId, id))
  if (row === undefined || row.allowances === null) return nothingAllowed
  const { isControlPlane, isShared } = await findMachineUse(database.systemDb, row)
  return isControlPlane || isShared ? nothingAllowed : StoredAllowances.parse(row.allowances)
}
