import { requireQuota } from '../organizations/index.ts'
import { subjectOf, type TrashHandler } from '../trash/index.ts'
import { countConnectors } from './connectors.repository.ts'
import { publishConnectorUpdated } from './notifications.events.ts'

export const trashedConnectors: TrashHandler = {
  async prepare(tx, organizationId) {
    await requireQuota(tx, organizationId, { name: 'connectors', count: () => countConnectors(tx, organizationId) })
    return {}
  },
  announce: (tx, organizationId, item) =>
    publishConnectorUpdated(tx, organizationId, { id: subjectOf(item, 'ntc'), action: 'restored' }),
}
