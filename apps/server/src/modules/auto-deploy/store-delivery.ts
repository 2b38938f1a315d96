/** A delivery is kept, and a run will decide about it: one transaction, so that an answer means both. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { hasQueuedRun, startRun } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { decidePushesOf } from './auto-deploy-workflows.ts'
import { lockAutoDeploy } from './auto-deploys.repository.ts'
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

/** One run that waits is enough for all that came before it begins. It reads under the same lock, so none is left out. */
export async function requestDecision(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void> {
  await lockAutoDeploy(tx, organizationId, environmentId)
  if (await hasQueuedRun(tx, decidePushesOf, environmentId)) return
  await startRun(tx, { workflow: decidePushesOf, key: environmentId, input: { environmentId }, organizationId })
}
