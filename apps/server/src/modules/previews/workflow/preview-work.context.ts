/** Shared by the preview steps: the subject, its rows, and the dependencies. */
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Run } from '../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import type { Sealer } from '../../../platform/secrets/seal.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import type { OpenSecrets } from '../../environments/worker.ts'
import type { RepositoryRef, Sources } from '../../git-providers/worker.ts'
import { loadProject } from '../../projects/worker.ts'
import type { RunInRelease } from '../../workloads/worker.ts'
import { findPreviewSettings, type PreviewSettingsRow } from '../preview-settings.repository.ts'
import { findPreview, type PreviewRow } from '../previews.repository.ts'

export interface PreviewWork {
  database: Database
  sources: Pick<Sources, 'pullRequest' | 'openPullRequests' | 'putComment' | 'describe'>
  /** Secrets are sealed again for each preview. */
  sealer: Sealer
  unsealer: Unsealer
  secrets: Pick<OpenSecrets, 'openVariables'>
  runInRelease: RunInRelease
  publicUrl: string
  /** URL of an environment; null if it has none yet. */
  addressOf(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<string | null>
}

export interface SyncInput {
  previewId: string
}

export interface Subject {
  organizationId: OrganizationId
  id: Id<'pvw'>
}

export function subjectOf({ run }: { run: Run<SyncInput> }): Subject {
  return { organizationId: run.organizationId, id: brandId<'pvw'>(run.input.previewId) }
}

export interface LoadedPreview {
  preview: PreviewRow
  settings: PreviewSettingsRow
  /** Null if the project now has no Git provider connection, or another source. */
  ref: RepositoryRef | null
}

/** Returns null if it was deleted meanwhile. */
export async function loadPreview(
  { database }: PreviewWork,
  { organizationId, id }: Subject,
): Promise<LoadedPreview | null> {
  const found = await database.tenant(organizationId, async (tx) => {
    const preview = await findPreview(tx, organizationId, { id })
    const settings =
      preview === undefined ? undefined : await findPreviewSettings(tx, organizationId, preview.project_id)
    return preview === undefined || settings === undefined ? undefined : { preview, settings }
  })
  if (found === undefined) return null
  return { ...found, ref: await findAccountRef(database, organizationId, found.preview.project_id) }
}

export async function findAccountRef(
  database: Database,
  organizationId: OrganizationId,
  projectId: Id<'prj'>,
): Promise<RepositoryRef | null> {
  const { ref } = await loadProject({ database }, { organizationId, projectId })
  return ref === null || 'url' in ref ? null : ref
}
