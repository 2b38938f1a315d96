/**
 * A Git provider reported a pull request. The report is only a hint: the provider itself is asked before anything is
 * done.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { PullRequestEvent } from '../auto-deploy/webhook-events.schemas.ts'
import { findPreviewSettings } from './preview-settings.repository.ts'
import { isSameRepository } from './previews.policy.ts'
import { ensurePreview, findPreview } from './previews.repository.ts'
import { startSync } from './start-sync.action.ts'

/** Returns false if the pull request isn't eligible, such as one from a fork. Publishes nothing. */
export async function notePullRequest(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, event }: { projectId: Id<'prj'>; event: PullRequestEvent },
): Promise<boolean> {
  const settings = await findPreviewSettings(tx, organizationId, projectId)
  if (settings === undefined || !settings.is_enabled) return false
  const { number, action, repository, head } = event
  const known = await findPreview(tx, organizationId, { projectId, number })
  const from = { repositoryId: repository.id, headRepositoryId: head.repository?.id ?? null }
  // An existing preview gets its end even if its branch belongs to another repository by now.
  const isWanted = action !== 'closed' && isSameRepository(from, settings.repository_id)
  if (!isWanted && known === undefined) return false
  const id = known?.id ?? (await ensurePreview(tx, organizationId, { projectId, number }))
  await startSync(tx, organizationId, id)
  return true
}

/** A deployment of this environment ended; most environments aren't previews. Publishes nothing. */
export async function noteDeploymentEnd(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<void> {
  const preview = await findPreview(tx, organizationId, { environmentId })
  if (preview !== undefined) await startSync(tx, organizationId, preview.id)
}
