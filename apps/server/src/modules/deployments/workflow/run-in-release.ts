/** One command in a fresh container of the live release, with its variables, to its end. The container is removed in any case. */
import type { StepContext } from '../../../platform/durable/workflow.ts'
import { brandId } from '../../../platform/ids/brand.ts'
import { cronContainer } from './app-container.ts'
import type { EnvironmentWork, Place } from './environment/environment-work.ts'
import { openLiveService } from './live-service.ts'
import { explainRemote } from './remote-failure.ts'
import { type RunEnd, runToEnd } from './run-to-end.ts'

export interface ReleaseCommand extends Place {
  /** Name of a service of the release. */
  service: string
  command: readonly string[]
  deadlineMs: number
}

/** Null: nothing is live, or the release has no such service with an image. */
export type RunInRelease = (
  context: Pick<StepContext<unknown>, 'run' | 'write' | 'signal'>,
  command: ReleaseCommand,
) => Promise<RunEnd | null>

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
): Promise<RunEnd | null> {
  const place = await openLiveService(work, { organizationId, environmentId }, ({ name }) => name === wanted.service)
  if (typeof place === 'string') return null
  const spec = { ...cronContainer(place.options, brandId<'run'>(context.run.id)), command: [...wanted.command] }
  const { deadlineMs } = wanted
  return await runToEnd(work, context, { organizationId, place, spec, step: 'run-command', deadlineMs, tailBytes })
}
