/** Resolves the commit, the images, or the frozen release to deploy. */

import type { DesiredState } from '../../../workloads/worker.ts'
import { type ResolvedSource, ResolvedSource as Schema } from '../../deployment-plan.schemas.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { deployStep, subjectOf } from '../deploy-step.context.ts'

export function resolveSource(deps: DeployDeps) {
  return deployStep<ResolvedSource>({
    name: 'resolve-source',
    output: Schema,
    // Includes fetching the commit when a branch is requested.
    deadlineMs: 330_000,
    attempts: 8,
    async run(context) {
      const resolved = await resolve(deps, context)
      const { commit, branch } = resolved
      await using log = deps.log.open(context, 'resolve-source')
      if (commit !== null) await log.writeLine(`${commit.sha.slice(0, 12)} ${commit.message.split('\n')[0] ?? ''}`)
      context.record((tx) => deps.records.saveCommit(tx, context, commit, branch))
      return resolved
    },
  })
}

async function resolve({ records, sources, moveData }: DeployDeps, context: DeployContext): Promise<ResolvedSource> {
  const { organizationId, deploymentId, environmentId } = subjectOf(context)
  const deployment = await records.deployment(organizationId, deploymentId)
  if (deployment.releaseId !== null) {
    const { branch, commit } = await records.release(organizationId, deployment.releaseId)
    const isRecovery = (await moveData?.isRecovery({ organizationId, environmentId })) ?? false
    return { from: isRecovery ? 'rebuild' : 'release', branch, commit }
  }
  if (deployment.givenImages !== null) return { from: 'images', branch: deployment.branch, commit: null }
  const desired = await records.desired(organizationId, environmentId)
  if (!needsRepository(desired)) return { from: 'none', branch: null, commit: null }
  const wanted = { branch: deployment.branch ?? desired.environment.branch, commit: deployment.requestedCommit }
  return {
    from: 'repository',
    ...(await sources.resolve(organizationId, deployment.projectId, wanted, context.signal)),
  }
}

/** Returns true when something is built from the repository, or a file in it controls services. */
function needsRepository({ project, services }: DesiredState): boolean {
  if (project.source !== 'repository') return false
  return services.some(
    ({ configuration: { source }, ownedByFile }) =>
      (source !== null && source.builder !== 'image') || ownedByFile.length > 0,
  )
}
