/** Reports a deployment to the Git provider in the transaction that changes its status. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { putCommitStatus } from '../commit-status/index.ts'
import { findEnvironment } from '../environments/index.ts'
import { requireProject } from '../projects/index.ts'
import { addDeploymentWarnings, type DeploymentRow } from './deployments.repository.ts'

export async function reportCommitStatus(tx: Tx, organizationId: OrganizationId, row: DeploymentRow): Promise<void> {
  // Null for images that CI built, and for a commit that isn't resolved yet.
  const sha = row.commit?.sha ?? row.requested_commit
  if (sha === null) return
  const environment = await findEnvironment(tx, organizationId, row.environment_id)
  if (environment === undefined) return
  const {
    id,
    slug,
    source,
    git_provider_id: account,
  } = await requireProject(tx, organizationId, environment.project_id)
  await putCommitStatus(tx, organizationId, {
    id: row.id,
    number: row.number,
    status: row.status,
    sha,
    failure: row.error?.title ?? null,
    environment: {
      id: environment.id,
      name: environment.name,
      slug: environment.slug,
      isPreview: environment.preview_number !== null,
    },
    project: { id, slug, hasAccount: source === 'repository' && account !== null },
  })
}

/** Adds a warning when the Git provider rejected the status. */
export async function addCommitStatusWarning(
  tx: Tx,
  organizationId: OrganizationId,
  { deploymentId: id, message }: { deploymentId: Id<'dep'>; message: string },
): Promise<void> {
  await addDeploymentWarnings(tx, organizationId, { id, warnings: [{ code: 'commit_status_refused', message }] })
}
