/** Saves what a deployment read in the repository's configuration file. From now on, the file controls these fields. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { saveFileConfiguration } from './environments.repository.ts'
import type { FileConfiguration } from './pending-changes.schemas.ts'
import { listServices, saveOwnedFields } from './services.repository.ts'

export async function updateFileConfiguration(
  tx: Tx,
  organizationId: OrganizationId,
  { id, configuration }: { id: Id<'env'>; configuration: FileConfiguration },
): Promise<void> {
  await saveFileConfiguration(tx, organizationId, { id, configuration })
  for (const service of await listServices(tx, organizationId, [id])) {
    const fields = Object.keys(configuration.services[service.name] ?? {}).sort()
    if (fields.join() !== service.owned_by_file.join())
      await saveOwnedFields(tx, organizationId, { id: service.id, fields })
  }
}
