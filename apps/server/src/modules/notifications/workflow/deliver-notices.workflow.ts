/**
 * Delivers waiting notices to one connector. Guarantees, whatever crashes:
 *
 * - At least once: a delivery is over only when its outcome is stored. A worker that dies after sending sends again,
 *   under the same id.
 * - In order: one run at a time per connector, one delivery after the other; a retried delivery blocks the next ones.
 * - Non-blocking: publishers only write a row, and other connectors have their own runs.
 * - Bounded: five attempts each, a circuit breaker for repeated failures, and a day until a notice is outdated.
 *
 * Nothing is undone; a run ends early and the next one continues.
 */
import { z } from 'zod'
import type { OrganizationId } from '../../../platform/database/database.ts'
import { type Run, type StepContext, step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { severityOf } from '../../notices/index.ts'
import { staleAfterMs } from '../attempts.policy.ts'
import { type ConnectorRow, findConnector, postponeConnector } from '../connectors.repository.ts'
import { deliverNotices } from '../deliveries.references.ts'
import { listWaiting, type WaitingDelivery, wakeDelivery } from '../deliveries.repository.ts'
import { messageOf } from '../messages/notice-messages.text.ts'
import { recordAttempt, recordGivenUp } from '../record-attempt.action.ts'
import { type AttemptResult, attemptDelivery, type DeliverTools } from '../sending/attempt-delivery.client.ts'
import { type OpenConnector, openConnector } from '../sending/open-connector.crypto.ts'

type Input = z.output<typeof deliverNotices.input>
type Context = StepContext<Input>

const Delivered = z.object({ count: z.int() })
/** Short runs, because a long run is taken over often. */
const turnMs = 15_000
const batchSize = 20
/** Pause after an internal error. */
const pauseMs = 60_000

export function createDeliverNotices(tools: DeliverTools): Workflow<Input> {
  const deliver = step<Input, z.output<typeof Delivered>>({
    name: 'deliver',
    output: Delivered,
    deadlineMs: 90_000,
    retriesDeadline: true,
    run: (context) => deliverWaiting(tools, context),
  })
  return workflow(deliverNotices, [deliver], {
    async onFinish(tx, run, { status }) {
      const { organizationId, id } = subjectOf(run)
      const until = new Date(Date.now() + pauseMs)
      if (status === 'failed') await postponeConnector(tx, organizationId, { id, until })
      // Find deliveries that arrived while the run ended now instead of in a second.
      await wakeDelivery(tx, organizationId)
    },
  })
}

async function deliverWaiting(tools: DeliverTools, context: Context): Promise<z.output<typeof Delivered>> {
  const endMs = Date.now() + turnMs
  let count = 0
  while (Date.now() < endMs) {
    const waiting = await takeBatch(tools, subjectOf(context.run))
    if (waiting === null) break
    const { connector, deliveries } = waiting
    const open = await openConnector(tools, connector)
    for (const delivery of deliveries) {
      context.signal.throwIfAborted()
      const reason = findObstacle(delivery)
      if (reason !== null) {
        await context.write((tx) => recordGivenUp(tx, connector, { delivery, reason }))
        continue
      }
      const tried = await deliverOne(tools, context, { connector, open, delivery })
      count += 1
      const canGoOn = await context.write((tx) => recordAttempt(tx, tools, { connector, delivery, tried }))
      if (!canGoOn || Date.now() >= endMs) return { count }
    }
  }
  return { count }
}

function findObstacle({ waitsSince, payload }: WaitingDelivery): string | null {
  if (payload === null) return "This version of Longshore can't read the message."
  return Date.now() - waitsSince.getTime() > staleAfterMs ? 'The message expired after a day.' : null
}

/** An internal error counts as an attempt, so that it doesn't block everything behind it. */
async function deliverOne(
  { sender, publicUrl }: DeliverTools,
  { signal, log }: Context,
  { connector, open, delivery }: { connector: ConnectorRow; open: OpenConnector; delivery: WaitingDelivery },
): Promise<AttemptResult> {
  const at = new Date()
  const id = encodeId('dlv', delivery.id)
  const { payload, occurredAt } = delivery
  try {
    if (payload === null) throw new Error('a delivery without content')
    const message = messageOf(payload, { id, severity: severityOf(payload), occurredAt, publicUrl })
    return await attemptDelivery(sender, { connector, open, id, message, payload }, signal)
  } catch (err) {
    signal.throwIfAborted()
    log.error({ err, deliveryId: id }, 'a delivery could not be made')
    const reason = "Longshore couldn't create the message. Ask the operator to check the worker's log."
    const attempt = { at: at.toISOString(), status: null, durationMs: Date.now() - at.getTime(), error: reason }
    return { verdict: { ok: false, isFinal: false, reason }, attempt, request: null }
  }
}

/** Returns null if nothing waits, or if the connector is paused. */
async function takeBatch(
  { database }: DeliverTools,
  { organizationId, id }: { organizationId: OrganizationId; id: Id<'ntc'> },
): Promise<{ connector: ConnectorRow; deliveries: WaitingDelivery[] } | null> {
  return await database.tenant(organizationId, async (tx) => {
    const connector = await findConnector(tx, organizationId, id)
    if (connector === undefined || connector.status === 'disabled') return null
    if (connector.retry_at !== null && connector.retry_at.getTime() > Date.now()) return null
    const deliveries = await listWaiting(tx, organizationId, { connectorId: id, limit: batchSize })
    return deliveries.length === 0 ? null : { connector, deliveries }
  })
}

function subjectOf(run: Run<Input>): { organizationId: OrganizationId; id: Id<'ntc'> } {
  return { organizationId: run.organizationId, id: run.input.connectorId }
}
