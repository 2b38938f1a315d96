/** Fetches the commit, and reads how to build its images and what its own file says about the services. */
import { FetchedPlan } from '../../deployment-plan.schemas.ts'
import type { DeployDeps } from '../deploy.context.ts'
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
      if (from !== 'repository' || commit === null) return nothing
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
