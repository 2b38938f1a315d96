/**
 * From a commit to traffic. What holds, whatever dies:
 *
 * - Every accepted deployment ends exactly once: live, failed, cancelled or superseded. A step that was recorded never runs
 *   again; one that was interrupted runs again, and finds by the names of its things what it had done before.
 * - The version before serves until the switch, and again after it if the new one does not stay up. Nothing of it is stopped
 *   before the new one is healthy, except services that cannot run twice, which the plan says beforehand.
 * - At most one switch forward, only to a release that was healthy, and ordered by the fence: the server itself refuses the
 *   effect of a worker that was replaced.
 * - Cancel ends exactly this deployment's build or containers and undoes what was done, in reverse. From `switch-traffic` on it
 *   is too late: the switch takes moments, and what follows it goes back by itself when it must.
 * - From the moment that it is live it stays live: what then remains (retiring the version before) can fail without taking
 *   anything back, and is made good by the regular look at the server.
 * - An environment that keeps data and goes to another server has its data brought over and compared before anything is started
 *   there. Until it is live the server before has everything that it had, and after a failure it serves again.
 * - One run per environment at a time; builds take one of the server's slots, shared fairly; hardening and deployments of one
 *   server exclude each other.
 */
import { type Step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { serverLock } from '../../servers/index.ts'
import { type DeploySubject, deployEnvironment } from '../deployment-workflows.ts'
import type { DeployHooks } from './deploy-hooks.ts'
import type { DeployDeps } from './deploy-ports.ts'
import { subjectOf } from './deploy-step.ts'
import { buildImage } from './steps/build-image.ts'
import { checkHealth } from './steps/check-health.ts'
import { ensureServices } from './steps/ensure-services.ts'
import { fetchSource } from './steps/fetch-source.ts'
import { moveData } from './steps/move-data.ts'
import { plan } from './steps/plan.ts'
import { releaseCommand } from './steps/release-command.ts'
import { resolveSource } from './steps/resolve-source.ts'
import { retirePrevious } from './steps/retire-previous.ts'
import { startRelease } from './steps/start-release.ts'
import { switchTraffic } from './steps/switch-traffic.ts'
import { watchStability } from './steps/watch-stability.ts'

/** `hooks` keep rows and streams; the simulation has others. */
export function createDeploy(deps: DeployDeps, hooks: DeployHooks): Workflow<DeploySubject> {
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
    releaseCommand(deps, { plan: planned, buildImage: built }),
    started,
    checkHealth(deps, { plan: planned, startRelease: started }),
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

/** What is live is not taken back, also when a worker dies again and again while the version before is being retired. */
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
