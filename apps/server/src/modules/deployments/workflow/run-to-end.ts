/** A container that runs to its end, with all that it writes in the log of the step. It is removed in any case. */
import type { ContainerSpec } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { EnvironmentWork } from './environment/environment-work.ts'
import type { LiveService } from './live-service.ts'
import { createTail } from './tail.ts'

export interface RunEnd {
  exitCode: number
  oomKilled: boolean
  /** Without what is secret. */
  logTail: string
}

export async function runToEnd(
  { log: logs, runtimes }: Pick<EnvironmentWork, 'log' | 'runtimes'>,
  context: Pick<StepContext<unknown>, 'run' | 'write' | 'signal'>,
  run: {
    organizationId: OrganizationId
    place: Pick<LiveService, 'serverId' | 'secrets'>
    spec: ContainerSpec
    step: string
    deadlineMs: number
    tailBytes: number
  },
): Promise<RunEnd> {
  const { organizationId, place, spec, deadlineMs } = run
  const { signal } = context
  await using log = logs.open(context, run.step)
  log.mask(place.secrets)
  const last = createTail(run.tailBytes)
  const onOutput = async (text: string, stream: 'stdout' | 'stderr') => {
    last.add(text)
    await log.write(text, stream)
  }
  const { exitCode, oomKilled } = await runtimes.use(
    organizationId,
    place.serverId,
    (runtime) => runtime.runOnce(spec, { signal, deadlineMs, onOutput }),
    signal,
  )
  return { exitCode, oomKilled, logTail: log.redact(last.text()) }
}
