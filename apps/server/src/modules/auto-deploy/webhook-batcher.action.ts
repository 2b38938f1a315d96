/**
 * Batches the database work for incoming webhooks. Deliveries that arrive at the same time are looked up and stored
 * together, in one transaction per organization. Each sender gets a response after the commit.
 */

import { createBatcher } from '../../platform/database/batcher.ts'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { autoDeployProblems } from './auto-deploy.problems.ts'
import { pinRepositories } from './auto-deploy.repository.ts'
import { findHooks, type KnownHook } from './auto-deploy.system-repository.ts'
import { type StoredDelivery, storeDeliveries } from './store-delivery.action.ts'
import type { NewDelivery } from './webhook-deliveries.repository.ts'

export interface ReceivedDelivery extends NewDelivery {
  /** Null when the ID is already known or the delivery doesn't contain it. */
  repositoryToPin: string | null
}

export interface WebhookBatcher {
  /** Always reads the database, because a replaced secret must stop working at once. */
  findHook(environmentId: Id<'env'>): Promise<KnownHook | undefined>
  store(organizationId: OrganizationId, delivery: ReceivedDelivery): Promise<StoredDelivery>
}

const maxBatch = 200
const maxWaiting = 10_000
const mostPens = 1_000

export function createWebhookBatcher(database: Database): WebhookBatcher {
  const limits = { maxBatch, maxWaiting, onFull: () => busy() }
  const findHook = createBatcher<Id<'env'>, KnownHook | undefined>({
    ...limits,
    isItemError: () => false,
    async work(ids) {
      const hooks = await findHooks(database.systemDb, ids)
      return ids.map((id) => hooks.get(id))
    },
  })
  const pens = new Map<OrganizationId, (delivery: ReceivedDelivery) => Promise<StoredDelivery>>()
  const penOf = (organizationId: OrganizationId) => {
    const known = pens.get(organizationId)
    if (known !== undefined) return known
    // A batcher that is dropped while it writes still finishes; its replacement can then write in parallel.
    if (pens.size >= mostPens) pens.clear()
    const pen = createBatcher<ReceivedDelivery, StoredDelivery>({
      ...limits,
      isItemError: isOfOneRow,
      work: (deliveries) => storeTogether(database, organizationId, deliveries),
    })
    pens.set(organizationId, pen)
    return pen
  }
  return { findHook, store: (organizationId, delivery) => penOf(organizationId)(delivery) }
}

async function storeTogether(
  database: Database,
  organizationId: OrganizationId,
  deliveries: readonly ReceivedDelivery[],
): Promise<StoredDelivery[]> {
  return await database.tenant(organizationId, async (tx) => {
    const pins = new Map<Id<'adp'>, string>()
    for (const { autoDeployId, repositoryToPin } of deliveries)
      if (repositoryToPin !== null && !pins.has(autoDeployId)) pins.set(autoDeployId, repositoryToPin)
    await pinRepositories(tx, organizationId, pins)
    return await storeDeliveries(tx, organizationId, deliveries)
  })
}

/** Covers values that the database rejects, rows deleted in the meantime, and deadlocks. */
function isOfOneRow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|23|40)/.test(error.code)
}

function busy(): AppError {
  return new AppError(autoDeployProblems.webhooks_busy, undefined, { retryAfterSeconds: 5 })
}
