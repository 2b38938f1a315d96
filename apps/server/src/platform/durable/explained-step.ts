/** A step that translates its errors, for example into what happened on a server. */
import { type Step, type StepOptions, step } from './workflow.ts'

/** Returns the error to fail with. `isLast`: no retry follows. */
export type ExplainError = (error: unknown, attempt: { isLast: boolean; signal: AbortSignal }) => unknown

export function explainedStep<Input, Output>(
  explain: ExplainError,
  options: StepOptions<Input, Output>,
): Step<Input, Output> {
  const plain = step<Input, Output>(options)
  return {
    ...plain,
    async run(context) {
      try {
        return await options.run(context)
      } catch (error) {
        throw explain(error, { isLast: context.attempt >= plain.attempts, signal: context.signal })
      }
    },
  }
}
