/**
 * The new release has to stay up with real traffic for a while. The step fails when a container ends, or a service
 * doesn't respond through the proxy several times in a row; the undo of the switch then returns the traffic. Afterwards
 * the release is live.
 */
import type { Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { Step } from '../../../../platform/durable/workflow.ts'
import type { StartedContainer } from '../../../workloads/release.schemas.ts'
import type { DeployLogWriter } from '../../../workloads/worker.ts'
import { openEnvironments, readContainerLogTail } from '../../../workloads/worker.ts'
import { type DeploymentPlan, Nothing, type StartedRelease } from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import { findProbedRoutes, probeThroughProxy } from '../../probe-through-proxy.remote.ts'
import type { DeployDeps } from '../deploy.context.ts'
import { deployStep, onServer, subjectOf } from '../deploy-step.context.ts'

const pauseMs = 1_000
/** A single slow response must not revert a deployment. */
const missesInRow = 3

export interface WatchStabilitySteps {
  readonly plan: Step<DeploySubject, DeploymentPlan>
  readonly startRelease: Step<DeploySubject, StartedRelease>
}

export function watchStability(deps: DeployDeps, { plan, startRelease }: WatchStabilitySteps) {
  return deployStep<Nothing>({
    name: 'watch-stability',
    output: Nothing,
    deadlineMs: 1_200_000,
    cancellable: false,
    async run(context) {
      await using log = deps.log.open(context, 'watch-stability')
      const { services, variables } = context.output(plan)
      const { containers } = context.output(startRelease)
      const { organizationId } = subjectOf(context)
      log.mask((await openEnvironments(deps.records, organizationId, { services, variables })).secrets)
      const windowMs = windowOf(services)
      const entrances = await findProbedRoutes(deps, context, services)
      const { signal } = context
      await onServer(deps, context, async (runtime) => {
        const startedAt = await readStarts(runtime, containers, signal)
        let misses = 0
        for (const end = deps.clock.now() + windowMs; ; await deps.clock.wait(pauseMs, signal)) {
          for (const each of containers)
            await mustRun(runtime, each, { startedAt: startedAt.get(each.name), log, signal })
          const seen = await probeThroughProxy(runtime, entrances, { signal })
          misses = seen === null ? 0 : misses + 1
          if (seen !== null && misses >= missesInRow) throw new PermanentError('unstable', seen)
          if (seen === null && deps.clock.now() >= end) return
        }
      })
      await log.writeLine(`It stayed up for ${Math.round(windowMs / 1_000)} s.`)
      context.record((tx) => deps.records.markLive(tx, context))
      return {}
    },
  })
}

function windowOf(services: DeploymentPlan['services']): number {
  return Math.max(0, ...services.map(({ configuration }) => configuration.stabilitySeconds)) * 1_000
}

type Starts = ReadonlyMap<string, number | null>

async function readStarts(
  runtime: Runtime,
  containers: readonly StartedContainer[],
  signal: AbortSignal,
): Promise<Starts> {
  const states = await Promise.all(
    containers.map(async ({ name }) => [name, await runtime.inspectContainer(name, { signal })] as const),
  )
  return new Map(states.map(([name, state]) => [name, state?.startedAt?.getTime() ?? null]))
}

async function mustRun(
  runtime: Runtime,
  { name, service }: StartedContainer,
  { startedAt, log, signal }: { startedAt: number | null | undefined; log: DeployLogWriter; signal: AbortSignal },
): Promise<void> {
  const state = await runtime.inspectContainer(name, { signal })
  if (state === null) throw new PermanentError('unstable', `The container of ${service} was removed outside Longshore.`)
  const isSame = (state.startedAt?.getTime() ?? null) === startedAt
  if (state.state === 'running' && isSame) return
  const output = await readContainerLogTail(runtime, { name, exitCode: state.exitCode }, { log, signal })
  const code = state.exitCode === null ? '' : ` with code ${state.exitCode}`
  throw new PermanentError(
    state.oomKilled ? 'out_of_memory' : 'unstable',
    `${service} exited${code} after the switch.`,
    {
      details: { ...output, program: service },
    },
  )
}
