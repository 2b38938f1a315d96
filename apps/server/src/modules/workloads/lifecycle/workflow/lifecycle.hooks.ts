/** Records a failed run as drift of the environment, until the next sweep finds its server in the desired state. */
import type { Tx } from '../../../../platform/database/database.ts'
import type { FinishedRun, Run, Workflow } from '../../../../platform/durable/workflow.ts'
import type { Drift } from '../../../environments/environment-drift.schemas.ts'
import {
  changeEnvironmentState,
  type EnvironmentSubject,
  findEnvironmentState,
  publishEnvironmentUpdated,
} from '../../../environments/index.ts'
import { placeOf } from '../../environment-work.context.ts'

export function driftOf(code: string, end: FinishedRun): Drift {
  const { error } = end
  return {
    code,
    detail: error?.message ?? 'The operation failed.',
    hint: error?.hint ?? 'Try again once the server responds.',
    since: new Date().toISOString(),
  }
}

/** `code` is both the action of the event and the drift code of the environment. */
export function failureHooks<Input extends EnvironmentSubject>(code: string): Pick<Workflow<Input>, 'onFinish'> {
  return {
    async onFinish(tx: Tx, run: Run<Input>, end: FinishedRun) {
      if (end.status !== 'failed') return
      const { organizationId, environmentId } = placeOf({ run })
      const state = await findEnvironmentState(tx, organizationId, environmentId)
      if (state === undefined) return
      const status = state.liveDeploymentId === null ? 'idle' : 'degraded'
      await changeEnvironmentState(tx, organizationId, { id: state.id, status, drift: [driftOf(code, end)] })
      await publishEnvironmentUpdated(tx, organizationId, {
        ...state,
        action: code,
        detail: { code: end.error?.code ?? code },
      })
    },
  }
}
