/** One command in a fresh container of the live release, with its variables, to its end. The container is removed in any case. */
import type { StepContext } from '../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { cronContainer } from './app-container.ts'
import { type EnvironmentWork, loadEnvironment, type Place } from './environment/environment-work.ts'
import { explainRemote } from './remote-failure.ts'
import { openEnvironments } from './service-environment.ts'
import { createTail } from './tail.ts'

export interface ReleaseCommand extends Place {
  /** Name of a service of the release. */
  service: string
  command: readonly string[]
  deadlineMs: number
}

export interface CommandEnd {
  exitCode: number
  oomKilled: boolean
  /** Without what is secret. */
  logTail: string
}

/** Null: nothing is live, or the release has no such service with an image. */
export type RunInRelease = (
  context: Pick<StepContext<unknown>, 'run' | 'write' | 'signal'>,
  command: ReleaseCommand,
) => Promise<CommandEnd | null>

const tailBytes = 4_000

export function createRunInRelease(work: EnvironmentWork): RunInRelease {
  return async (context, command) => {
    try {
      return await runCommand(work, context, command)
    } catch (error) {
      throw explainRemote(error, { isLast: false })
    }
  }
}

async function runCommand(
  work: EnvironmentWork,
  context: Parameters<RunInRelease>[0],
  { organizationId, environmentId, ...wanted }: ReleaseCommand,
): Promise<CommandEnd | null> {
  const state = await loadEnvironment(work, { organizationId, environmentId })
  const { live } = await work.records.desired(organizationId, environmentId)
  const service = live?.services.find(({ name }) => name === wanted.service)
  const isOff = state.stoppedAt !== null || state.deletionRequestedAt !== null
  if (live === null || isOff || service?.image == null || state.liveServerId === null) return null
  const release = await work.records.release(organizationId, live.releaseId)
  const environments = await openEnvironments(work.records, organizationId, release)
  const subject = { organizationId, environmentId, deploymentId: live.deploymentId }
  const options = { subject, service, image: service.image, environment: environments.of(service) }
  const runId: Id<'run'> = brandId<'run'>(context.run.id)
  const spec = { ...cronContainer(options, runId), command: [...wanted.command] }
  await using log = work.log.open(context, 'run-command')
  log.mask(environments.secrets)
  const last = createTail(tailBytes)
  const onOutput = async (text: string, stream: 'stdout' | 'stderr') => {
    last.add(text)
    await log.write(text, stream)
  }
  const { signal } = context
  const { exitCode, oomKilled } = await work.runtimes.use(
    organizationId,
    state.liveServerId,
    (runtime) => runtime.runOnce(spec, { signal, deadlineMs: wanted.deadlineMs, onOutput }),
    signal,
  )
  return { exitCode, oomKilled, logTail: log.redact(last.text()) }
}
