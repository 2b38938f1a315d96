/**
 * Deploys a commit. Guarantees, whatever crashes:
 *
 * - Every accepted deployment ends exactly once: live, failed, canceled, or superseded. A recorded step never runs
 *   again; an interrupted one runs again, and finds by name what it created before.
 * - The previous version serves until the switch, and again if the new one doesn't stay up. None of it is stopped
 *   before the new one is healthy, except services that can't run twice, which the plan announces.
 * - At most one switch forward, only to a healthy release, and ordered by the fence: the server itself rejects calls of
 *   a replaced worker.
 * - A cancellation ends exactly this deployment's build or containers and undoes its steps in reverse. From
 *   `switch-traffic` on it is too late: the switch takes moments, and later steps roll back automatically when they
 *   must.
 * - Once live, it stays live: the remaining step (retiring the previous version) can fail without reverting anything,
 *   and the regular sweep of the server makes up for it.
 * - When an environment with data moves to another server, its data is copied and compared before anything starts
 *   there. Until it is live, the previous server keeps everything that it had, and serves again after a failure.
 * - One run per environment at a time. Builds share the server's slots fairly; hardening and deployments of one server
 *   exclude each other.
 */
import { type Step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { serverLock } from '../../servers/index.ts'
import { type DeploySubject, deployEnvironment } from '../deployments.references.ts'
import type { DeployDeps } from './deploy.context.ts'
import type { DeployHooks } from './deploy.hooks.ts'
import { subjectOf } from './deploy-step.context.ts'
import { buildImage } from './steps/build-image.step.ts'
import { checkHealth } from './steps/check-health.step.ts'
import { ensureServices } from './steps/ensure-services.step.ts'
import { fetchSource } from './steps/fetch-source.step.ts'
import { moveData } from './steps/move-data.step.ts'
import { plan } from './steps/plan.step.ts'
import { rehearse } from './steps/rehearse.step.ts'
import { releaseCommand } from './steps/release-command.step.ts'
import { resolveSource } from './steps/resolve-source.step.ts'
import { retirePrevious } from './steps/retire-previous.step.ts'
import { startRelease } from './steps/start-release.step.ts'
import { switchTraffic } from './steps/switch-traffic.step.ts'
import { watchStability } from './steps/watch-stability.step.ts'

/** `hooks` update rows and streams; the simulation has its own. */
export function createDeploy(deps: DeployDeps, hooks: DeployHooks): Workflow<DeploySubject> {
  const { planned, moved, started, ...until } = createRebuildSteps(deps)
  const steps: Step<DeploySubject, unknown>[] = [
    ...until.steps,
    switchTraffic(deps, { plan: planned, startRelease: started }),
    watchStability(deps, { plan: planned, startRelease: started }),
    retirePrevious(deps, { plan: planned, moveData: moved }),
  ]
  return workflow(
    deployEnvironment,
    steps.map((step) => undoneUntilLive(deps, step)),
    {
      ...hooks,
      locks: ({ environmentId, serverId, buildServerId, movesData }) => [
        ...(movesData ? [{ resource: `environment:${environmentId}`, mode: 'exclusive' as const }] : []),
        ...[...new Set([serverId, buildServerId])].map((id) => serverLock(id, 'shared')),
      ],
    },
  )
}

/** Everything until a release is healthy on its server, before it receives traffic. Recovery drills run the same steps. */
export function createRebuildSteps(deps: DeployDeps) {
  const resolved = resolveSource(deps)
  const fetched = fetchSource(deps, { resolveSource: resolved })
  const planned = plan(deps, { resolveSource: resolved, fetchSource: fetched })
  const built = buildImage(deps, { resolveSource: resolved, fetchSource: fetched, plan: planned })
  const moved = moveData(deps, { plan: planned })
  const started = startRelease(deps, { plan: planned, buildImage: built })
  const steps: Step<DeploySubject, unknown>[] = [
    resolved,
    fetched,
    planned,
    built,
    moved,
    ensureServices(deps, { plan: planned }),
    rehearse(deps, { plan: planned, buildImage: built }),
    releaseCommand(deps, { plan: planned, buildImage: built }),
    started,
    checkHealth(deps, { plan: planned, startRelease: started }),
  ]
  return { steps, planned, built, moved, started }
}

/** A live deployment isn't reverted, even when workers crash repeatedly while the previous version is being retired. */
function undoneUntilLive(
  { records }: Pick<DeployDeps, 'records'>,
  step: Step<DeploySubject, unknown>,
): Step<DeploySubject, unknown> {
  const { undo } = step
  if (undo === undefined) return step
  return {
    ...step,
    async undo(context) {
      const { organizationId, deploymentId } = subjectOf(context)
      if ((await records.deployment(organizationId, deploymentId)).isLive) return
      await undo.call(step, context)
    },
  }
}
