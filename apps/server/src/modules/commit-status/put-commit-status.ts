/**
 * A deployment has a new state: what its forge is to be told is a row in the same transaction, and a run that delivers it. The
 * row holds the newest state alone, so nothing old can be told after something new.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { DeploymentStatus } from '../deployments/deployments.schemas.ts'
import { commitStateOf, contextOf, describeState, isWholeHash } from './commit-status.policy.ts'
import { deliverCommitStatus } from './commit-status-workflows.ts'
import { putCommitStatusRow } from './commit-statuses.repository.ts'

export interface ReportedDeployment {
  id: Id<'dep'>
  number: number
  status: DeploymentStatus
  /** Null, or a part of a hash: not known yet, so there is nothing to tell about. */
  sha: string | null
  failure: string | null
  environment: { id: Id<'env'>; name: string; slug: string; isPreview: boolean }
  /** Without an account there is nobody to tell it. */
  project: { id: Id<'prj'>; slug: string; hasAccount: boolean }
}

/** Publishes nothing and waits for nobody: callable anywhere in the transaction. */
export async function putCommitStatus(
  tx: Tx,
  organizationId: OrganizationId,
  { environment, project, ...deployment }: ReportedDeployment,
): Promise<void> {
  const state = commitStateOf(deployment.status)
  if (!project.hasAccount || state === null || !isWholeHash(deployment.sha)) return
  const statusId = await putCommitStatusRow(tx, organizationId, {
    id: newId('cst'),
    projectId: project.id,
    environmentId: environment.id,
    sha: deployment.sha,
    context: contextOf(project, environment),
    environmentName: environment.name,
    isPreview: environment.isPreview,
    deploymentId: deployment.id,
    deploymentNumber: deployment.number,
    state,
    description: describeState(state, deployment.failure),
  })
  if (statusId === null) return
  await startRun(tx, { workflow: deliverCommitStatus, key: statusId, input: { statusId }, organizationId })
}
