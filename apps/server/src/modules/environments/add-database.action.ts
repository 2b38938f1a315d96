/** Adds a second database like an existing one, with its own credentials. The next deployment starts it. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { newServiceCredential } from './service-credentials.crypto.ts'
import { insertServiceCredentials } from './service-credentials.repository.ts'
import type { DatabaseKind } from './service-kinds.schemas.ts'
import { insertServices, type ServiceRow } from './services.repository.ts'
import type { ServiceConfiguration } from './services.schemas.ts'

export async function addDatabase(
  tx: Tx,
  organizationId: OrganizationId,
  database: Pick<ServiceRow, 'environment_id' | 'name' | 'position'> & {
    kind: DatabaseKind
    configuration: ServiceConfiguration
    sealer: Sealer
  },
): Promise<ServiceRow> {
  const { environment_id: environmentId, name, position, kind, sealer } = database
  // Aliases of the first database stay its own.
  const configuration = { ...database.configuration, aliases: [] }
  const [row] = await insertServices(tx, organizationId, {
    environmentId,
    services: [{ id: newId('svc'), name, kind, position, configuration, ownedByFile: [] }],
  })
  if (row === undefined) throw new Error('the service was not stored')
  await insertServiceCredentials(tx, organizationId, [await newServiceCredential(sealer, organizationId, row)])
  return row
}
