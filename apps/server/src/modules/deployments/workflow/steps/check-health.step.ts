/** Checks every container of the new release from the proxy's network before anything is switched. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { Step } from '../../../../platform/durable/workflow.ts'
import { type DeployLogWriter, openEnvironments, waitUntilHealthy } from '../../../workloads/worker.ts'
import {
  type DeploymentPlan,
  Nothing,
  type PlannedService,
  type StartedRelease,
} from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { deployStep, onServer, subjectOf } from '../deploy-step.context.ts'
import { mapConcurrently } from '../map-concurrently.context.ts'

const checksAtOnce = 8

export interface CheckHealthSteps {
  readonly plan: Step<DeploySubject, DeploymentPlan>
  readonly startRelease: Step<DeploySubject, StartedRelease>
}

export function checkHealth(deps: DeployDeps, { plan, startRelease }: CheckHealthSteps) {
  return deployStep<Nothing>({
    name: 'check-health',
    output: Nothing,
    deadlineMs: 3_600_000,
    async run(context) {
      await using log = deps.log.open(context, 'check-health')
      const { services, variables, hostname: usual, hostnames } = context.output(plan)
      const { containers } = context.output(startRelease)
      const { signal } = context
      const startedMs = deps.clock.now()
      // The last lines of a failed program are shown, and programs print their secrets.
      const { organizationId } = subjectOf(context)
      log.mask((await openEnvironments(deps.records, organizationId, { services, variables })).secrets)
      await onServer(deps, context, async (runtime) => {
        // The proxy's program sends the probes.
        await runtime.ensureProxy({ signal })
        const exams = containers.flatMap((container) => {
          const service = services.find((each) => each.name === container.service)
          // A program that checks the host of requests knows its own hostnames only.
          const hostname = hostnames[container.service]?.[0] ?? usual
          return service === undefined ? [] : [{ container, service, hostname, log, signal }]
        })
        await mapConcurrently(exams, checksAtOnce, (exam) =>
          waitUntilHealthy(deps.clock, runtime, exam).catch(async (error: unknown) => {
            await writeOutput(log, error)
            throw error
          }),
        )
      })
      await compareWithOld(deps, context, { containers, services, log })
      await log.writeLine(`Healthy after ${((deps.clock.now() - startedMs) / 1_000).toFixed(1)} s.`)
      return {}
    },
  })
}

/** The new version must not fail where the containers that it takes over responded. */
async function compareWithOld(
  deps: DeployDeps,
  context: DeployContext,
  {
    containers,
    services,
    log,
  }: Pick<StartedRelease, 'containers'> & { services: readonly PlannedService[]; log: DeployLogWriter },
): Promise<void> {
  if (deps.adoptStack === undefined) return
  const { organizationId, environmentId, serverId } = subjectOf(context)
  const asked = containers.flatMap(({ service: name, slot, address }) => {
    const port = services.find((each) => each.name === name)?.configuration.port ?? null
    return slot > 0 || port === null ? [] : [{ name, address, port }]
  })
  const differences = await deps.adoptStack.compare({
    organizationId,
    environmentId,
    serverId,
    context,
    services: asked,
  })
  for (const difference of differences) await log.writeLine(difference)
}

/** The container is removed after the failure, and the deployment's log is where people look for its output. */
async function writeOutput(log: Pick<DeployLogWriter, 'writeLine'>, error: unknown): Promise<void> {
  if (!(error instanceof PermanentError)) return
  const { logTail = '', program = 'the service' } = error.details ?? {}
  const lines = logTail.trim() === '' ? [] : logTail.trimEnd().split('\n')
  if (lines.length > 0) await log.writeLine(`Last output of ${program}:`)
  for (const line of lines) await log.writeLine(line)
  await log.writeLine(error.message)
}
