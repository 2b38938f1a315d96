/**
 * Removes each environment with its own run, as if a user had deleted it: containers, volumes, images and routes first.
 */
import type { Database, OrganizationId, Tx } from '../../../../platform/database/database.ts'
import { busyKeys } from '../../../../platform/durable/runs.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { listAllEnvironments, removeAutomatically, removeEnvironment } from '../../../environments/index.ts'
import type { Leftover } from '../leftover.schemas.ts'
import type { Context, RemovalTools } from './removal.context.ts'

const pollEveryMs = 1_000

export async function removeEnvironments(
  { database, clock }: RemovalTools,
  { organizationId, isForced }: { organizationId: OrganizationId; isForced: boolean },
  { signal }: Pick<Context, 'signal'>,
): Promise<Leftover[]> {
  const all = await listEnvironments(database, organizationId)
  // One transaction each, so that the runs of a busy environment are locked only briefly.
  for (const { id } of all)
    await database.tenant(organizationId, (tx) =>
      removeAutomatically(tx, organizationId, { id, why: 'its organization is deleted', isForced }),
    )
  const keys = all.map(({ id }) => id)
  while (await isBusy(database, organizationId, keys)) await clock.wait(pollEveryMs, signal)
  const left = await listEnvironments(database, organizationId)
  return left.map(({ name }) => ({ kind: 'environment', name, code: 'removal_failed' }))
}

async function listEnvironments(database: Database, organizationId: OrganizationId) {
  return await database.tenant(organizationId, (tx) => listAllEnvironments(tx, organizationId))
}

async function isBusy(
  database: Database,
  organizationId: OrganizationId,
  keys: readonly Id<'env'>[],
): Promise<boolean> {
  const hasBusyRuns = async (tx: Tx) => (await busyKeys(tx, removeEnvironment, keys)).size > 0
  return await database.tenant(organizationId, hasBusyRuns)
}
