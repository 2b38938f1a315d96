/** Deliveries are kept, and runs will decide about them: one transaction, so that an answer means both. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { queuedKeys, startRuns } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { decidePushesOf } from './auto-deploy-workflows.ts'
import { findRepeated, insertDeliveries, type NewDelivery } from './webhook-deliveries.repository.ts'

export interface StoredDelivery {
  id: Id<'whd'>
  repeated: boolean
}

/** In the order in which they were given. */
export async function storeDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  deliveries: readonly NewDelivery[],
): Promise<StoredDelivery[]> {
  // In one order everywhere: two who store the same ones wait for each other and not in a circle.
  const sorted = deliveries.toSorted((a, b) => Buffer.compare(a.deliveryHash, b.deliveryHash))
  const inserted = await insertDeliveries(tx, organizationId, sorted)
  const isNew = ({ id }: NewDelivery) => inserted.has(id)
  const repeated = await findRepeated(
    tx,
    organizationId,
    deliveries.filter((each) => !isNew(each)),
  )
  const open = deliveries.filter((each) => isNew(each) && each.ignored === null)
  await requestDecisions(tx, organizationId, new Set(open.map(({ environmentId }) => environmentId)))
  return deliveries.map((each) => ({ id: repeated.get(each.id) ?? each.id, repeated: !isNew(each) }))
}

/**
 * One run that waits is enough for all that came before it begins. Whoever stored a delivery holds the row that the run locks
 * before it reads: either it sees the delivery, or it has begun by now and is no longer waiting here.
 */
export async function requestDecisions(
  tx: Tx,
  organizationId: OrganizationId,
  environmentIds: ReadonlySet<Id<'env'>>,
): Promise<void> {
  if (environmentIds.size === 0) return
  const queued = await queuedKeys(tx, decidePushesOf, [...environmentIds])
  const runs = [...environmentIds]
    .filter((environmentId) => !queued.has(environmentId))
    .map((environmentId) => ({ key: environmentId, input: { environmentId } }))
  await startRuns(tx, { workflow: decidePushesOf, organizationId, runs })
}
