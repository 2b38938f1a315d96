/** Ends the switch in the transaction that ends its deployment; what is live determines the outcome. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { RunError } from '../../platform/durable/permanent-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { findEnvironmentState } from '../environments/index.ts'
import { toAdoptionError } from './adoptions.problems.ts'
import { findAdoption, updateAdoption } from './adoptions.repository.ts'

/** The old containers couldn't be started again, for example because the server was unreachable for too long. */
const leftStopped = 'adoption_left_stopped'
const switchStep = 'move-data'

export interface EndedSwitch {
  readonly environmentId: Id<'env'>
  readonly deploymentId: Id<'dep'>
  /** When the new version received the traffic. */
  readonly switchedAt: Date | null
  readonly error: RunError | null
}

/** Publishes nothing. */
export async function endAdoption(tx: Tx, organizationId: OrganizationId, ended: EndedSwitch): Promise<void> {
  const { environmentId, deploymentId, switchedAt, error } = ended
  const row = await findAdoption(tx, organizationId, environmentId)
  if (row?.status !== 'switching' || row.deployment_id !== deploymentId) return
  const state = await findEnvironmentState(tx, organizationId, environmentId)
  if (state?.liveDeploymentId === deploymentId) {
    await updateAdoption(tx, organizationId, environmentId, { status: 'adopted', servedAt: switchedAt, error: null })
    return
  }
  if (error?.notUndone?.includes(switchStep) === true) {
    const failure = toAdoptionError({ ...error, code: leftStopped })
    await updateAdoption(tx, organizationId, environmentId, { status: 'stopped', error: failure })
    return
  }
  // Canceled, or replaced by another deployment, before anything was stopped: nothing happened.
  const status = row.stopped_at === null && error === null ? 'ready' : 'returned'
  const failure = error === null ? null : toAdoptionError(error)
  await updateAdoption(tx, organizationId, environmentId, { status, error: failure })
}
