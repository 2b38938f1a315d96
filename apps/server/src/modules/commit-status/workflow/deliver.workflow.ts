/**
 * Reports the status of a commit to a Git provider. Guarantees, whatever crashes:
 *
 * - The provider ends up with the newest state: each attempt reads the row, and runs for one commit and environment
 *   never overlap.
 * - An unreachable provider is retried for about an hour. A rejection (missing permission, unknown commit) isn't
 *   retried, and the deployment shows it as a warning. A deployment never waits for any of this.
 * - Idempotent: statuses with the same name replace each other, and our ID identifies the provider's own record of a
 *   deployment.
 */
import { z } from 'zod'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import {
  type FinishedRun,
  type Run,
  type StepContext,
  step,
  type Workflow,
  workflow,
} from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { pageLinks, toUrl } from '../../../platform/links/page-links.policy.ts'
import type { RepositoryRef, Sources } from '../../git-providers/worker.ts'
import { loadProject } from '../../projects/worker.ts'
import { providerStateOf } from '../commit-status.policy.ts'
import { deliverCommitStatus } from '../commit-status.references.ts'
import { type CommitStatusRow, findCommitStatus, saveDelivery, saveDeliveryError } from '../commit-status.repository.ts'

type Input = z.output<typeof deliverCommitStatus.input>
type Context = StepContext<Input>

const Delivered = z.object({ version: z.int().nullable() })

export interface DeliverOptions {
  database: Database
  sources: Pick<Sources, 'setCommitStatus' | 'setDeployment'>
  publicUrl: string
  /** Returns the URL of the environment, or null before it has one. */
  addressOf(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<string | null>
  /** Adds a warning to the deployment. */
  warn(tx: Tx, organizationId: OrganizationId, warning: { deploymentId: Id<'dep'>; message: string }): Promise<void>
}

export function createDeliverCommitStatus(options: DeliverOptions): Workflow<Input> {
  const deliver = step<Input, z.output<typeof Delivered>>({
    name: 'tell-forge',
    output: Delivered,
    deadlineMs: 60_000,
    retriesDeadline: true,
    // Attempts with pauses of at most half a minute last about an hour.
    attempts: 120,
    run: (context) => reportStatus(options, context),
  })
  return workflow(deliverCommitStatus, [deliver], {
    onFinish: (tx, run, end) => saveRejection(options, tx, { run, end }),
  })
}

async function reportStatus(options: DeliverOptions, context: Context): Promise<z.output<typeof Delivered>> {
  const { organizationId, id } = subjectOf(context.run)
  const { database, sources } = options
  const found = await database.tenant(organizationId, (tx) => findCommitStatus(tx, organizationId, id))
  if (found === undefined || found.version === found.delivered_version) return { version: null }
  const { ref } = await loadProject({ database }, { organizationId, projectId: found.project_id })
  // The connection was removed, or the project has another source now.
  if (ref === null || 'url' in ref) return { version: null }
  const url = deploymentUrl(options.publicUrl, found)
  await sources.setCommitStatus(
    organizationId,
    ref,
    {
      sha: found.sha,
      state: providerStateOf(found.state),
      context: found.context,
      description: found.description,
      url,
    },
    context,
  )
  const providerDeploymentId = await reportDeployment(options, context, { found, ref, url })
  const { version, deployment_id: deploymentId } = found
  context.record((tx) => saveDelivery(tx, organizationId, { id, version, deploymentId, providerDeploymentId }))
  return { version }
}

async function reportDeployment(
  { database, sources, addressOf }: DeliverOptions,
  context: Context,
  { found, ref, url }: { found: CommitStatusRow; ref: RepositoryRef; url: string },
): Promise<string | null> {
  const { organizationId } = subjectOf(context.run)
  const { environment_id: environmentId } = found
  const address =
    found.state === 'live'
      ? await database.tenant(organizationId, (tx) => addressOf(tx, organizationId, environmentId))
      : null
  const reported = await sources.setDeployment(
    organizationId,
    ref,
    {
      id: found.forge_deployment_id,
      key: encodeId('dep', found.deployment_id),
      sha: found.sha,
      environment: found.context.replace(/^longshore\//, ''),
      isPreview: found.is_preview,
      state: found.state,
      description: found.description,
      logUrl: url,
      ...(address === null ? {} : { address }),
    },
    context,
  )
  return reported?.id ?? null
}

async function saveRejection(
  { warn }: DeliverOptions,
  tx: Tx,
  { run, end }: { run: Run<Input>; end: FinishedRun },
): Promise<void> {
  if (end.status !== 'failed' || end.error === null) return
  const { organizationId, id } = subjectOf(run)
  const { code, message } = end.error
  const row = await saveDeliveryError(tx, organizationId, { id, error: { code, message } })
  if (row === undefined) return
  const text = `The deployment's status couldn't be sent to the Git provider: ${message}`
  await warn(tx, organizationId, { deploymentId: row.deployment_id, message: text })
}

function subjectOf(run: Run<Input>): { organizationId: OrganizationId; id: Id<'cst'> } {
  return { organizationId: run.organizationId, id: run.input.statusId }
}

function deploymentUrl(publicUrl: string, { environment_id: environment, deployment_id: deployment }: CommitStatusRow) {
  return toUrl(publicUrl, pageLinks.deployment(encodeId('env', environment), encodeId('dep', deployment)))
}
