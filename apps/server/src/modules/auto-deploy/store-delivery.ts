/** A delivery is kept, and a run will decide about it: one transaction, so that an answer means both. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { hasQueuedRun, startRun } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { decidePushesOf } from './auto-deploy-workflows.ts'
import { findRepeated, insertDelivery, type NewDelivery } from './webhook-deliveries.repository.ts'

export async function storeDelivery(
  tx: Tx,
  organizationId: OrganizationId,
  delivery: NewDelivery,
): Promise<{ id: Id<'whd'>; repeated: boolean }> {
  if (!(await insertDelivery(tx, organizationId, delivery)))
    return { id: (await findRepeated(tx, organizationId, delivery)) ?? delivery.id, repeated: true }
  if (delivery.ignored === null) await requestDecision(tx, organizationId, delivery.environmentId)
  return { id: delivery.id, repeated: false }
}

/**
 * One run that waits is enough for all that came before it begins. Whoever stored a delivery holds the row that the run locks
 * before it reads: either it sees the delivery, or it has begun by now and is no longer waiting here.
 */
export async function requestDecision(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void> {
  if (await hasQueuedRun(tx, decidePushesOf, environmentId)) return
  await startRun(tx, { workflow: decidePushesOf, key: environmentId, input: { environmentId }, organizationId })
}
