/** Stores deliveries and starts the runs that decide about them in one transaction, so a response confirms both. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { queuedKeys, startRuns } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { decidePushesOf } from './auto-deploy.references.ts'
import { findRepeated, insertDeliveries, type NewDelivery } from './webhook-deliveries.repository.ts'

export interface StoredDelivery {
  id: Id<'whd'>
  isDuplicate: boolean
}

/** Returns results in the order of `deliveries`. */
export async function storeDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  deliveries: readonly NewDelivery[],
): Promise<StoredDelivery[]> {
  // Rows are inserted in one order everywhere, so two transactions with the same deliveries can't deadlock.
  const sorted = deliveries.toSorted((a, b) => Buffer.compare(a.deliveryHash, b.deliveryHash))
  const inserted = await insertDeliveries(tx, organizationId, sorted)
  const isNew = ({ id }: NewDelivery) => inserted.has(id)
  const isDuplicate = await findRepeated(
    tx,
    organizationId,
    deliveries.filter((each) => !isNew(each)),
  )
  const open = deliveries.filter((each) => isNew(each) && each.ignored === null)
  await requestDecisions(tx, organizationId, new Set(open.map(({ environmentId }) => environmentId)))
  return deliveries.map((each) => ({ id: isDuplicate.get(each.id) ?? each.id, isDuplicate: !isNew(each) }))
}

/**
 * One queued run is enough for all deliveries that arrive before it starts. A transaction that stores a delivery holds
 * the row that the run locks before reading. So either the run sees the delivery, or it has already started and isn't
 * queued anymore.
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
