/**
 * Stores the state to report to the Git provider and starts a run that delivers it, in the transaction that changes the
 * deployment. The row has only the newest state, so an old state can't be reported after a newer one.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { DeploymentStatus } from '../deployments/deployments.schemas.ts'
import { commitStateOf, contextOf, describeState, isWholeHash } from './commit-status.policy.ts'
import { deliverCommitStatus } from './commit-status.references.ts'
import { putCommitStatusRow } from './commit-status.repository.ts'

export interface ReportedDeployment {
  id: Id<'dep'>
  number: number
  status: DeploymentStatus
  /** Null or abbreviated while the full hash is unknown; then nothing is reported. */
  sha: string | null
  failure: string | null
  environment: { id: Id<'env'>; name: string; slug: string; isPreview: boolean }
  /** Without a connection, nothing can be reported. */
  project: { id: Id<'prj'>; slug: string; hasAccount: boolean }
}

/** Publishes nothing and takes no contended lock, so it can be called anywhere in the transaction. */
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
