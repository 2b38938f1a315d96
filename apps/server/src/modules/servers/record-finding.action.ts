/** Stores the result of a server check: state, problem, facts, the next check; and publishes changes. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { publishNotice } from '../notices/index.ts'
import { recordCheck, saveCondition, saveContact, saveFacts } from './server-condition.repository.ts'
import { nextCheckInMs } from './server-schedule.policy.ts'
import { publishServerUpdated } from './servers.events.ts'
import { lockServer, type ServerRow } from './servers.repository.ts'
import type { ServerFacts, StoredHostKey } from './servers.schemas.ts'
import { type Observation, observe, type ServerCondition } from './servers.status.ts'

export interface Finding {
  observation: Observation
  facts?: ServerFacts
  offeredHostKeys?: readonly StoredHostKey[]
  /** The finding is ignored if the server has changed since. */
  generation?: number
}

/** Returns whether the state or the problem changed. Publishes an event, so call it last. */
export async function recordFinding(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'srv'>,
  finding: Finding & { everyMs: number },
): Promise<boolean> {
  const row = await lockServer(tx, organizationId, id)
  if (row === undefined || (finding.generation !== undefined && finding.generation !== row.generation)) return false
  const before = conditionOf(row)
  const after = observe(before, finding.observation)
  const isSeen = finding.observation.kind === 'seen' || finding.observation.kind === 'not_ours'
  await recordCheck(tx, organizationId, {
    id,
    misses: after.misses,
    isSeen,
    nextCheckAt: nextCheckAt(row, after, finding.everyMs),
  })
  if (finding.facts !== undefined) await saveFacts(tx, organizationId, { id, facts: finding.facts })
  const isConnected = after.wasConnected && !before.wasConnected
  if (isConnected || finding.offeredHostKeys !== undefined)
    await saveContact(tx, organizationId, {
      id,
      isConnected,
      ...(finding.offeredHostKeys === undefined ? {} : { offeredHostKeys: finding.offeredHostKeys }),
    })
  if (after.status === 'host_key_changed' && before.status !== after.status) await notifyHostKeyChanged(tx, row, after)
  const hasChanged = !isSame(before, after)
  if (hasChanged) await saveCondition(tx, organizationId, { id, status: after.status, problem: after.problem })
  if (hasChanged || finding.facts !== undefined)
    await publishServerUpdated(tx, organizationId, {
      id,
      action: hasChanged ? 'status_changed' : 'facts_read',
      detail: { status: after.status, problem: after.problem?.code ?? null },
    })
  return hasChanged
}

/** Notifies once per contact: until a user has decided, nothing else counts. */
async function notifyHostKeyChanged(tx: Tx, row: ServerRow, { problem }: ServerCondition): Promise<void> {
  const { id, organization_id: organizationId, name, host, generation } = row
  await publishNotice(tx, organizationId, {
    payload: {
      event: 'host_key_changed',
      server: { id: encodeId('srv', id), name, host },
      detail: problem?.detail ?? "The server shows host keys that aren't pinned.",
    },
    causeKey: `host_key_changed:${id}:${generation}`,
  })
}

export function conditionOf(row: ServerRow): ServerCondition {
  return { status: row.status, problem: row.problem, misses: row.misses, wasConnected: row.connected_at !== null }
}

/** Details contain numbers that differ with each check; the code is what counts. */
export function isSame(before: ServerCondition, after: ServerCondition): boolean {
  return before.status === after.status && before.problem?.code === after.problem?.code
}

function nextCheckAt(row: ServerRow, { status }: ServerCondition, everyMs: number): Date {
  const ageMs = Date.now() - row.contact_began_at.getTime()
  return new Date(Date.now() + nextCheckInMs({ status, ageMs, everyMs, random: Math.random() }))
}
