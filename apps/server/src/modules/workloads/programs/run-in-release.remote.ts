/** Runs one command in a fresh container of the live release, with its variables, to its end. */
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { EnvironmentWork, Place } from '../environment-work.context.ts'
import { explainRemote } from '../remote-failure.remote.ts'
import { endPrograms } from './end-programs.remote.ts'
import { programFailure } from './program-failure.problems.ts'
import type { ProgramContext } from './program-ports.context.ts'
import { runInLiveRelease } from './run-in-live-release.remote.ts'

export interface ReleaseCommand extends Place {
  /** Name of a service of the release. */
  service: string
  command: readonly string[]
  limitMs: number
}

export interface RunInRelease {
  /**
   * Returns null when nothing is live, or the release has no such service with an image. Throws when there is no exit
   * code.
   */
  run(context: ProgramContext, command: ReleaseCommand): Promise<{ exitCode: number; logTail: string } | null>
  /** Ends running commands, for the undo of the step. */
  end(context: Pick<StepContext<unknown>, 'run' | 'signal'>): Promise<void>
}

export function createRunInRelease(work: EnvironmentWork): RunInRelease {
  return {
    async run(context, { service, ...wanted }) {
      try {
        const isWanted = ({ name }: { name: string }) => name === service
        const ended = await runInLiveRelease(work, context, { ...wanted, isWanted, step: 'run-command' })
        if (ended === null) return null
        const { exitCode, logTail } = ended.outcome
        if (exitCode !== null) return { exitCode, logTail }
        throw programFailure(ended.outcome, 'The command', { failedCode: 'command_failed' })
      } catch (error) {
        throw explainRemote(error, { isLast: false })
      }
    },
    end: (context) => endPrograms(work, context),
  }
}
