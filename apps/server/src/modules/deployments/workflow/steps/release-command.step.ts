/**
 * Runs release commands, usually migrations, before anything new receives traffic. Each starts once: a worker that
 * takes over adopts it. A rollback runs none, because it doesn't undo what newer versions changed in a database.
 */
import { z } from 'zod'
import type { Step } from '../../../../platform/durable/workflow.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import {
  labelNames,
  maxProgramTakeovers,
  maxUnreachableMs,
  openEnvironments,
  programFailure,
  releaseCommandContainer,
  runProgram,
  type ServiceEnvironments,
  type VolumeOf,
} from '../../../workloads/worker.ts'
import type { BuiltRelease, DeploymentPlan, PlannedService } from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { deployStep, onServer, subjectOf } from '../deploy-step.context.ts'
import { imageOf } from '../frozen-images.context.ts'

/** The default is for deployments that an earlier version of Longshore started. */
const Released = z.object({ isSkipped: z.boolean().default(false) })
type Released = z.output<typeof Released>

const commandLimitMs = 3_300_000
/** Maximum per deployment. */
const maxCommands = 20

export interface ReleaseCommandSteps {
  readonly plan: Step<DeploySubject, DeploymentPlan>
  readonly buildImage: Step<DeploySubject, BuiltRelease>
}

export function releaseCommand(deps: DeployDeps, steps: ReleaseCommandSteps) {
  return deployStep<Released>({
    name: 'release-command',
    output: Released,
    // Each command ends at its own limit; this deadline only frees a stuck worker.
    deadlineMs: maxCommands * (commandLimitMs + maxUnreachableMs),
    maxTakeovers: maxProgramTakeovers,
    async run(context) {
      const { services, variables, hostnames, urls } = context.output(steps.plan)
      const wanted = services.filter((each) => each.configuration.releaseCommand !== null)
      if (wanted.length === 0) return { isSkipped: true }
      const { organizationId, deploymentId } = subjectOf(context)
      if ((await deps.records.deployment(organizationId, deploymentId)).trigger === 'rollback') {
        await logLine(
          deps,
          context,
          "A rollback doesn't run release commands. Database changes from newer versions stay.",
        )
        return { isSkipped: true }
      }
      const environments = await openEnvironments(deps.records, organizationId, {
        services,
        variables,
        hostnames,
        urls,
      })
      const { images } = context.output(steps.buildImage)
      const volumeOf = await deps.records.dataVolumes(organizationId, services)
      for (const service of wanted) await runCommand(deps, { context, service, images, environments, volumeOf })
      return { isSkipped: false }
    },
    async undo(context) {
      const { deploymentId } = subjectOf(context)
      const { signal } = context
      const labels = { [labelNames.deployment]: encodeId('dep', deploymentId), [labelNames.role]: 'release-command' }
      await onServer(deps, context, async (runtime) => {
        for (const { name } of await runtime.listContainers(labels, { signal }))
          await runtime.removeContainer(name, { signal })
      })
    },
  })
}

/** Stores the line before the output of the command itself. */
async function logLine(deps: DeployDeps, context: DeployContext, line: string): Promise<void> {
  await using log = deps.log.open(context, 'release-command')
  await log.writeLine(line)
}

async function runCommand(
  deps: DeployDeps,
  options: {
    context: DeployContext
    service: PlannedService
    images: BuiltRelease['images']
    environments: ServiceEnvironments
    volumeOf: VolumeOf
  },
): Promise<void> {
  const { context, service, images, environments, volumeOf } = options
  const { releaseCommand: command } = service.configuration
  if (command === null) return
  const subject = subjectOf(context)
  const image = imageOf(images, service)
  const spec = releaseCommandContainer({ subject, service, image, ...environments.of(service), volumeOf }, command)
  const begun = await deps.programs.list(subject.organizationId, context.run)
  if (!begun.some((each) => each.container === spec.name))
    await logLine(deps, context, `Running the release command of ${service.name}.`)
  const { organizationId, serverId, deploymentId } = subject
  const outcome = await runProgram(deps, context, {
    ...{ organizationId, serverId, deploymentId, spec },
    service: service.name,
    container: spec.name,
    secrets: environments.secrets,
    step: 'release-command',
    limitMs: commandLimitMs,
  })
  const failure = programFailure(outcome, `The release command of ${service.name}`, {
    failedCode: 'release_command_failed',
    program: service.name,
  })
  if (failure !== null) throw failure
}
