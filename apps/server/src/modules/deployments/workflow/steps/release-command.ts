/**
 * Release commands, usually migrations, before anything new has traffic. One that was interrupted runs again from its
 * beginning. A rollback runs none: what newer versions changed in a database is not undone by it.
 */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { Step } from '../../../../platform/durable/workflow.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import type { DeploySubject } from '../../deployment-workflows.ts'
import { type BuiltRelease, type DeploymentPlan, Nothing, type PlannedService } from '../../release.schemas.ts'
import { labelNames } from '../../server-names.policy.ts'
import { releaseCommandContainer } from '../app-container.ts'
import type { DeployContext, DeployDeps, DeployLogWriter } from '../deploy-ports.ts'
import { deployStep, onServer, subjectOf } from '../deploy-step.ts'
import { imageOf } from '../frozen-images.ts'
import { openEnvironments, type ServiceEnvironments } from '../service-environment.ts'
import { createTail } from '../tail.ts'

const tailBytes = 8_000
const commandDeadlineMs = 3_300_000

export interface ReleaseCommandSteps {
  readonly plan: Step<DeploySubject, DeploymentPlan>
  readonly buildImage: Step<DeploySubject, BuiltRelease>
}

export function releaseCommand(deps: DeployDeps, steps: ReleaseCommandSteps) {
  return deployStep<Nothing>({
    name: 'release-command',
    output: Nothing,
    deadlineMs: 3_600_000,
    async run(context) {
      const { services, variables, hostnames } = context.output(steps.plan)
      const wanted = services.filter((each) => each.configuration.releaseCommand !== null)
      if (wanted.length === 0) return {}
      await using log = deps.log.open(context, 'release-command')
      const { organizationId, deploymentId } = subjectOf(context)
      if ((await deps.records.deployment(organizationId, deploymentId)).trigger === 'rollback') {
        await log.say('A rollback runs no release command: what newer versions changed in databases stays.')
        return {}
      }
      const environments = await openEnvironments(deps.records, organizationId, { services, variables, hostnames })
      log.mask(environments.secrets)
      const { images } = context.output(steps.buildImage)
      for (const service of wanted) await runCommand(deps, { context, service, images, environments, log })
      return {}
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

async function runCommand(
  deps: DeployDeps,
  options: {
    context: DeployContext
    service: PlannedService
    images: BuiltRelease['images']
    environments: ServiceEnvironments
    log: DeployLogWriter
  },
): Promise<void> {
  const { context, service, images, environments, log } = options
  const { releaseCommand: command } = service.configuration
  if (command === null) return
  const subject = subjectOf(context)
  const environment = environments.of(service)
  const volumeOf = await deps.records.dataVolumes(subject.organizationId, [service])
  const image = imageOf(images, service)
  const spec = releaseCommandContainer({ subject, service, image, environment, volumeOf }, command)
  await log.say(`Running the release command of ${service.name}.`)
  const last = createTail(tailBytes)
  const { exitCode, oomKilled } = await onServer(deps, context, (runtime) =>
    runtime.runOnce(spec, {
      signal: context.signal,
      deadlineMs: commandDeadlineMs,
      async onOutput(text, stream) {
        last.add(text)
        await log.write(text, stream)
      },
    }),
  )
  if (exitCode === 0) return
  const details = { exitCode, logTail: log.redact(last.text()) }
  const why = oomKilled ? 'ran out of memory' : `ended with code ${exitCode}`
  throw new PermanentError('release_command_failed', `The release command of ${service.name} ${why}.`, { details })
}
