/** A step whose errors have the code of what happened on the server. Broken connections are retried. */
import { explainedStep } from '../../platform/durable/explained-step.ts'
import type { Step, StepOptions } from '../../platform/durable/workflow.ts'
import { explainRemote } from './remote-failure.remote.ts'

export function remoteStep<Input, Output>(options: StepOptions<Input, Output>): Step<Input, Output> {
  return explainedStep(explainRemote, options)
}
