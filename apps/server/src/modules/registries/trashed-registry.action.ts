import { requireQuota } from '../organizations/index.ts'
import { subjectOf, type TrashHandler } from '../trash/index.ts'
import { publishRegistryUpdated } from './registries.events.ts'
import { countRegistries } from './registries.repository.ts'

export const trashedRegistries: TrashHandler = {
  async prepare(tx, organizationId) {
    await requireQuota(tx, organizationId, { name: 'registries', count: () => countRegistries(tx, organizationId) })
    return {}
  },
  announce: (tx, organizationId, item) =>
    publishRegistryUpdated(tx, organizationId, { id: subjectOf(item, 'reg'), action: 'restored' }),
}
