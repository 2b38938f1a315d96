/** Shared by all deployment steps: the subject, the connection to the server, and error handling. */
import type { Runtime } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Run, Step, StepOptions } from '../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { remoteStep } from '../../workloads/worker.ts'
import type { DeploySubject } from '../deployments.references.ts'
import type { DeployDeps } from './deploy.context.ts'

export interface Subject {
  organizationId: OrganizationId
  environmentId: Id<'env'>
  deploymentId: Id<'dep'>
  serverId: Id<'srv'>
  buildServerId: Id<'srv'>
}

export function subjectOf({ run }: { run: Run<DeploySubject> }): Subject {
  const { environmentId, serverId, buildServerId } = run.input
  return {
    organizationId: run.organizationId,
    environmentId: environmentId,
    deploymentId: brandId<'dep'>(run.id),
    serverId: serverId,
    buildServerId: buildServerId,
  }
}

type OnServer = { run: Run<DeploySubject>; signal: AbortSignal }

/** Runs `work` on the environment's server. */
export async function onServer<Result>(
  { runtimes }: Pick<DeployDeps, 'runtimes'>,
  context: OnServer,
  work: (runtime: Runtime) => Promise<Result>,
): Promise<Result> {
  const { organizationId, serverId } = subjectOf(context)
  return await runtimes.use(organizationId, serverId, work, context.signal)
}

/**
 * With pauses, these attempts take two to three minutes. A server reboot must not fail a deployment, and least of all
 * its undo, which gives the traffic back.
 */
const slowAttempts = 12

export function deployStep<Output>(options: StepOptions<DeploySubject, Output>): Step<DeploySubject, Output> {
  return remoteStep<DeploySubject, Output>({ attempts: slowAttempts, ...options })
}
