import { requireQuota } from '../../organizations/index.ts'
import { subjectOf, type TrashHandler } from '../../trash/index.ts'
import { countDestinations } from './destinations.repository.ts'
import { publishDestinationUpdated } from './schedules.events.ts'

export const trashedDestinations: TrashHandler = {
  async prepare(tx, organizationId) {
    const count = () => countDestinations(tx, organizationId)
    await requireQuota(tx, organizationId, { name: 'backupDestinations', count })
    return {}
  },
  announce: (tx, organizationId, item) =>
    publishDestinationUpdated(tx, organizationId, { id: subjectOf(item, 'bds'), action: 'restored' }),
}
