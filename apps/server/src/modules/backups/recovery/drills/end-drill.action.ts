/** Ends a drill in the transaction that ends its run. Publishes an event, so call it last. */
import type { OrganizationId, Tx } from '../../../../platform/database/database.ts'
import { toRunFailure } from '../../../../platform/durable/run-failure.ts'
import type { FinishedRun } from '../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { deploymentFailures } from '../../../deployments/index.ts'
import { findEnvironmentState, publishEnvironmentUpdated } from '../../../environments/index.ts'
import { publishEnvironmentNotice } from '../../../notices/index.ts'
import { restoreFailures } from '../../restores/restore-failures.problems.ts'
import { type DrillRow, updateDrill } from './drills.repository.ts'
import type { DrillError } from './drills.schemas.ts'

const table = {
  known: { ...deploymentFailures, ...restoreFailures },
  unknown: {
    title: 'The drill failed',
    cause: 'A step of the drill failed.',
    hint: 'Check the server of the drill, and run it again.',
  },
}

export async function endDrill(
  tx: Tx,
  organizationId: OrganizationId,
  { id, end }: { id: Id<'drl'>; end: FinishedRun },
): Promise<void> {
  const status = end.status === 'succeeded' ? 'passed' : end.status === 'failed' ? 'failed' : 'cancelled'
  const { code, title, detail, hint, step } = toRunFailure(end.error, table)
  const error = status === 'failed' ? { code, title, detail, hint, step } : null
  const row = await updateDrill(tx, organizationId, { id, status, error })
  if (row === undefined) return
  const { environment_id: environmentId } = row
  if (error !== null) await notifyFailedDrill(tx, row, error)
  const state = await findEnvironmentState(tx, organizationId, environmentId)
  if (state === undefined) return
  const event = { ...state, action: `drill_${status}`, detail: { drillId: encodeId('drl', id) } }
  await publishEnvironmentUpdated(tx, organizationId, event)
}

async function notifyFailedDrill(tx: Tx, row: DrillRow, error: DrillError): Promise<void> {
  const { code, title, detail, hint } = error
  await publishEnvironmentNotice(tx, row.organization_id, {
    environmentId: row.environment_id,
    causeKey: `drill_failed:${row.id}`,
    payload: (place) => ({ event: 'drill_failed', ...place, failure: { code, title, detail, hint } }),
  })
}
