/** Creates the error of a failed program. */
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { ProgramOutcome } from './programs.schemas.ts'

const checkFirst =
  "Longshore doesn't run it again, because it might have done part of its work. Check what it changed, then run it again."

/** `what` starts a sentence: "The job clean-up". Returns null when the program succeeded. */
export function programFailure(
  outcome: ProgramOutcome,
  what: string,
  { failedCode, program }: { failedCode: string; program?: string },
): PermanentError | null {
  const { end, exitCode, oomKilled, logTail } = outcome
  if (end === 'interrupted')
    return new PermanentError('interrupted', `${what} was interrupted: its container disappeared.`, {
      hint: checkFirst,
      details: { logTail },
    })
  if (end === 'timed_out')
    return new PermanentError('command_timeout', `${what} took too long and was stopped.`, {
      hint: checkFirst,
      details: { logTail },
    })
  if (exitCode === 0) return null
  const why = oomKilled ? 'ran out of memory' : `exited with code ${exitCode}`
  const details = { ...(exitCode === null ? {} : { exitCode }), logTail, ...(program === undefined ? {} : { program }) }
  return new PermanentError(failedCode, `${what} ${why}.`, { details })
}
