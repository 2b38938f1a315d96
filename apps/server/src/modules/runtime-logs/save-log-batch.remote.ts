/**
 * Writes lines, events and the position of the reading in one transaction that only the holder of the server can make.
 */
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { flushLater } from '../../platform/database/flush-later.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type NewContainerEvent, saveContainerEvent } from './container-events.repository.ts'
import { describeEvent } from './describe-event.policy.ts'
import { type Containers, shortId } from './followed-container.context.ts'
import type { Batch, BufferedContainer } from './log-buffer.stream.ts'
import { encodeChunk, inChunks, type LogLine } from './log-chunk.policy.ts'
import { appendChunks, type NewChunk, trimChunks } from './log-chunks.repository.ts'
import { holdLease, type Lease, saveCursors, saveEventsAt } from './log-collection.repository.ts'

/** Another worker reads this server now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export interface SaveOptions {
  database: Database
  organizationId: OrganizationId
  lease: Lease
  containers: Pick<Containers, 'onEnd'>
  /** Limit per environment, compressed. */
  maxBytes: number
}

export async function saveBatch(
  { database, organizationId, lease, containers, maxBytes }: SaveOptions,
  batch: Batch,
): Promise<void> {
  // Before the transaction, because compressing takes a while.
  const chunks = Map.groupBy(batch.containers.flatMap(toChunks), (each) => each.environmentId)
  await database.tenant(organizationId, async (tx) => {
    // The cursors are in the same transaction: lines that a crash loses are read again.
    await flushLater(tx)
    if (!(await holdLease(tx, organizationId, lease))) throw new LeaseLost('another worker reads this server')
    const events = await saveEvents(tx, organizationId, batch.events)
    const environments = new Set([...chunks.keys(), ...events.keys()])
    const cursors = new Map(batch.containers.map(({ container, cursor }) => [container.id, cursor]))
    await saveCursors(tx, organizationId, { serverId: lease.serverId, cursors })
    const last = batch.events.at(-1)
    if (last !== undefined) await saveEventsAt(tx, organizationId, { serverId: lease.serverId, at: last.reportedAt })
    if (batch.events.some(({ kind }) => kind === 'exited')) await containers.onEnd(tx, organizationId, lease.serverId)
    // In the same order everywhere, because two servers may have containers of the same two environments.
    for (const environmentId of [...environments].sort()) {
      const lines = (chunks.get(environmentId) ?? []).map((each) => each.chunk)
      const all = [...lines, ...(events.get(environmentId) ?? [])]
      if (await appendChunks(tx, organizationId, { environmentId, chunks: all }))
        await trimChunks(tx, organizationId, { environmentId, maxBytes })
    }
  })
}

function toChunks({ container, lines }: BufferedContainer): { environmentId: Id<'env'>; chunk: NewChunk }[] {
  const { environmentId, service, deploymentId, id } = container
  return inChunks(lines).map((part) => ({
    environmentId,
    chunk: { kind: 'lines', service, deploymentId, container: shortId(id), ...bodyOf(part) },
  }))
}

/** Each new event becomes a line as well. */
async function saveEvents(
  tx: Tx,
  organizationId: OrganizationId,
  events: readonly NewContainerEvent[],
): Promise<Map<Id<'env'>, NewChunk[]>> {
  const chunks = new Map<Id<'env'>, NewChunk[]>()
  for (const event of events) {
    if (!(await saveContainerEvent(tx, organizationId, event))) continue
    const { environmentId, service, deploymentId, container, at } = event
    const line: LogLine = { at: at.getTime() * 1_000, stream: 'longshore', text: describeEvent(event) }
    const chunk: NewChunk = { kind: 'event', service, deploymentId, container, ...bodyOf([line]) }
    chunks.set(environmentId, [...(chunks.get(environmentId) ?? []), chunk])
  }
  return chunks
}

function bodyOf(lines: readonly LogLine[]): Pick<NewChunk, 'firstAt' | 'lastAt' | 'lineCount' | 'body'> {
  const times = lines.map(({ at }) => at / 1_000)
  return {
    firstAt: new Date(Math.min(...times)),
    lastAt: new Date(Math.max(...times)),
    lineCount: lines.length,
    body: encodeChunk(lines),
  }
}
