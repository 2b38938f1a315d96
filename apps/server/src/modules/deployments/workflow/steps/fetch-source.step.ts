/** Fetches the commit, and reads how to build its images and what its own file says about the services. */
import type { DeployedCommit } from '../../../workloads/release.schemas.ts'
import { FetchedPlan } from '../../deployment-plan.schemas.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { deployStep, subjectOf } from '../deploy-step.context.ts'
import type { resolveSource } from './resolve-source.step.ts'

const nothing: FetchedPlan = { builds: [], buildOf: {}, fromFile: {}, texts: {}, warnings: [] }

export function fetchSource(deps: DeployDeps, earlier: { resolveSource: ReturnType<typeof resolveSource> }) {
  return deployStep<FetchedPlan>({
    name: 'fetch-source',
    output: FetchedPlan,
    deadlineMs: 600_000,
    async run(context) {
      const { from, commit } = context.output(earlier.resolveSource)
      if (commit === null) return nothing
      if (from === 'rebuild') return await planRebuild(deps, context, commit)
      if (from !== 'repository') return nothing
      const { organizationId, environmentId } = subjectOf(context)
      const desired = await deps.records.desired(organizationId, environmentId)
      const plan = await deps.sources.plan(organizationId, desired, commit, context.signal)
      await using log = deps.log.open(context, 'fetch-source')
      for (const { message } of plan.warnings) await log.writeLine(`Note: ${message}`)
      context.record(async (tx) => {
        await deps.records.saveFile(tx, context, { commit: commit.sha, services: plan.fromFile })
        if (plan.warnings.length > 0) await deps.records.addWarnings(tx, context, plan.warnings)
      })
      return plan
    },
  })
}

/** Returns how to build the lost images of a release again: with its own settings, which can differ from the current ones. */
async function planRebuild(
  { records, sources }: DeployDeps,
  context: DeployContext,
  commit: DeployedCommit,
): Promise<FetchedPlan> {
  const { organizationId, environmentId, deploymentId } = subjectOf(context)
  const { releaseId } = await records.deployment(organizationId, deploymentId)
  if (releaseId === null) return nothing
  const frozen = await records.release(organizationId, releaseId)
  const isBuilt = frozen.services.some(({ image }) => image !== null && image.contentHash !== null)
  if (!isBuilt) return nothing
  const desired = await records.desired(organizationId, environmentId)
  const services = frozen.services.map(({ serviceId: id, name, kind, configuration }) => ({
    ...{ id, name, kind, configuration },
    ownedByFile: [],
  }))
  return await sources.plan(organizationId, { ...desired, services }, commit, context.signal)
}
