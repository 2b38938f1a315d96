/** Undoes a step that runs programs by ending those that still run. */
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { ProgramWork } from './program-work.context.ts'

export async function endPrograms(
  { programs, runtimes }: Pick<ProgramWork, 'programs' | 'runtimes'>,
  { run, signal }: Pick<StepContext<unknown>, 'run' | 'signal'>,
): Promise<void> {
  const { organizationId } = run
  for (const { container, serverId } of await programs.list(organizationId, run))
    await runtimes.use(organizationId, serverId, (runtime) => runtime.removeContainer(container, { signal }), signal)
}
