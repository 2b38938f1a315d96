/** Removes an environment without a request by a person, such as a preview whose pull request was closed. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { recordSystemAudit } from '../audit/index.ts'
import { cancelRunsOf } from './cancel-runs.action.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { removeEnvironment } from './environments.references.ts'
import { findEnvironment, lockEnvironment, updateEnvironment } from './environments.repository.ts'

/** Cancels running work; the removal is queued behind it. Idempotent. Publishes events, so call it last. */
export async function removeAutomatically(
  tx: Tx,
  organizationId: OrganizationId,
  { id, why, isForced = false }: { id: Id<'env'>; why: string; isForced?: boolean },
): Promise<void> {
  const known = await findEnvironment(tx, organizationId, id)
  if (known === undefined || known.deletion_requested_at !== null) return
  await cancelRunsOf(tx, id)
  const row = await lockEnvironment(tx, organizationId, id)
  // A removal that was requested in between was canceled with the other runs; this one replaces it.
  if (row === undefined) return
  await updateEnvironment(tx, organizationId, { id, status: 'deleting', deletion_requested_at: new Date() })
  const input = { environmentId: id, isForced, backups: 'keep' as const }
  await startRun(tx, { workflow: removeEnvironment, key: id, input, organizationId })
  await recordSystemAudit(tx, organizationId, {
    action: 'environment.deletion_requested',
    targetKind: 'environment',
    targetId: id,
    detail: { name: row.name, why },
  })
  await publishEnvironmentUpdated(tx, organizationId, { id, projectId: row.project_id, action: 'deletion_requested' })
}
