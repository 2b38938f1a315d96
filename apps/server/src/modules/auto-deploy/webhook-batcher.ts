/**
 * The database's part of receiving. Deliveries that come at the same time are looked up together and kept together, each
 * organization's in one transaction; whoever sent one is answered when it is committed.
 */
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { gather } from '../../platform/database/gather.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { autoDeployProblems } from './auto-deploy.problems.ts'
import { findHooks, type KnownHook } from './auto-deploy.system-repository.ts'
import { pinRepositories } from './auto-deploys.repository.ts'
import { type StoredDelivery, storeDeliveries } from './store-delivery.ts'
import type { NewDelivery } from './webhook-deliveries.repository.ts'

export interface ReceivedDelivery extends NewDelivery {
  /** Null: it is known, or the delivery does not say it. */
  repositoryToPin: string | null
}

export interface WebhookBatcher {
  /** As it is now, never from memory: a secret that was replaced must not be good for a moment longer. */
  findHook(environmentId: Id<'env'>): Promise<KnownHook | undefined>
  store(organizationId: OrganizationId, delivery: ReceivedDelivery): Promise<StoredDelivery>
}

const most = 200
const mostWaiting = 10_000
const mostPens = 1_000

export function createWebhookBatcher(database: Database): WebhookBatcher {
  const limits = { most, mostWaiting, onFull: () => busy() }
  const findHook = gather<Id<'env'>, KnownHook | undefined>({
    ...limits,
    isOfOne: () => false,
    async work(ids) {
      const hooks = await findHooks(database.systemDb, ids)
      return ids.map((id) => hooks.get(id))
    },
  })
  const pens = new Map<OrganizationId, (delivery: ReceivedDelivery) => Promise<StoredDelivery>>()
  const penOf = (organizationId: OrganizationId) => {
    const known = pens.get(organizationId)
    if (known !== undefined) return known
    // One that is forgotten while it writes finishes that; the next may then write beside it.
    if (pens.size >= mostPens) pens.clear()
    const pen = gather<ReceivedDelivery, StoredDelivery>({
      ...limits,
      isOfOne: isOfOneRow,
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

/** A value that the database does not take, a row that is gone by now, a deadlock. */
function isOfOneRow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|23|40)/.test(error.code)
}

function busy(): AppError {
  return new AppError(autoDeployProblems.webhooks_busy, undefined, { retryAfterSeconds: 5 })
}
