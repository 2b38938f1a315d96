/**
 * Stores the outcome of an attempt in one transaction: the delivery, its connector's circuit, and the notice that it
 * fails.
 */
import type { Tx } from '../../platform/database/database.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { publishNotice } from '../notices/index.ts'
import { evaluateAttempt } from './attempts.policy.ts'
import { type ConnectorRow, closeCircuit, lockConnector, saveFailure } from './connectors.repository.ts'
import { saveAttempt, type WaitingDelivery } from './deliveries.repository.ts'
import { publishConnectorUpdated } from './notifications.events.ts'
import type { AttemptResult, DeliverTools } from './sending/attempt-delivery.client.ts'

/** A flapping connector is reported once within this time. */
const notifyAgainMs = 6 * 3_600_000

/** Returns false if the connector is paused now. */
export async function recordAttempt(
  tx: Tx,
  { firstPauseMs }: Pick<DeliverTools, 'firstPauseMs'>,
  { connector, delivery, tried }: { connector: ConnectorRow; delivery: WaitingDelivery; tried: AttemptResult },
): Promise<boolean> {
  const { id, organization_id: organizationId } = connector
  // Locked before its deliveries, in the same order as a deletion; attempts of this batch have changed it.
  const locked = await lockConnector(tx, organizationId, id)
  if (locked === undefined) return false
  const { failures } = locked
  const { attempt, request } = tried
  const after = evaluateAttempt({ tries: delivery.tries, failures }, tried.verdict, {
    firstPauseMs,
    random: Math.random(),
  })
  const { status, tries } = after
  const reason = attempt.error
  await saveAttempt(tx, organizationId, { id: delivery.id, status, tries, attempt, request, reason })
  if (after.status === 'delivered') {
    if (failures === 0 && locked.status !== 'failing') return locked.status !== 'disabled'
    if (await closeCircuit(tx, organizationId, id))
      await publishConnectorUpdated(tx, organizationId, { id, action: 'recovered' })
    return true
  }
  const retryAt = after.waitMs === null ? null : new Date(Date.now() + after.waitMs)
  const isFailing = after.status === 'failed'
  const failure = { id, failures: after.failures, isFailing, retryAt, reason: after.reason.slice(0, 1_000) }
  if (await saveFailure(tx, organizationId, failure)) await notifyFailing(tx, connector, failure)
  return retryAt === null
}

/** Ends deliveries without an attempt. */
export async function recordGivenUp(
  tx: Tx,
  connector: ConnectorRow,
  { delivery, reason }: { delivery: WaitingDelivery; reason: string },
): Promise<void> {
  await saveAttempt(tx, connector.organization_id, {
    id: delivery.id,
    status: 'failed',
    tries: delivery.tries,
    attempt: null,
    request: null,
    reason,
  })
}

/** Notifies through the other connectors, because a failing one can't report its own failure. */
async function notifyFailing(
  tx: Tx,
  { id, organization_id: organizationId, name, kind }: ConnectorRow,
  { reason, retryAt }: { reason: string; retryAt: Date | null },
): Promise<void> {
  await publishNotice(tx, organizationId, {
    payload: {
      event: 'connector_failing',
      connector: { id: encodeId('ntc', id), name, kind },
      reason,
      retryAt: retryAt?.toISOString() ?? null,
    },
    causeKey: `connector_failing:${id}:${Math.floor(Date.now() / notifyAgainMs)}`,
    except: id,
  })
  await publishConnectorUpdated(tx, organizationId, { id, action: 'failing' })
}
