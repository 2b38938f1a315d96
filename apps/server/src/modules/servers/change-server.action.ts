/** Shared by services of this and other modules: finds a server, and starts a new contact. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import type { RunId } from '../../platform/durable/workflow-ref.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { recordSystemAudit } from '../audit/index.ts'
import {
  type ServerProxy,
  type ServerSecurity,
  saveCondition,
  saveContact,
  saveProxy,
  saveSecurity,
} from './server-condition.repository.ts'
import { publishServerUpdated } from './servers.events.ts'
import { connectServer } from './servers.references.ts'
import { type ServerRow, saveAllowances } from './servers.repository.ts'
import { observe } from './servers.status.ts'

/** For the hardening module, which publishes its own event last in its transaction. */
export async function setServerSecurity(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'srv'>,
  security: ServerSecurity,
): Promise<void> {
  await saveSecurity(tx, organizationId, { id, ...security })
}

/** Stores the state of its proxy. Publishes an event, so call it last. */
export async function setServerProxy(
  tx: Tx,
  organizationId: OrganizationId,
  server: ServerProxy & { id: Id<'srv'> },
): Promise<void> {
  await saveProxy(tx, organizationId, server)
  const { id, status } = server
  await publishServerUpdated(tx, organizationId, { id, action: 'proxy_changed', detail: { proxy: status } })
}

/** Address, key or pins are new: older connections aren't used again, and a run makes the first contact. */
export async function beginContact(tx: Tx, row: ServerRow): Promise<RunId> {
  const { id, organization_id: organizationId } = row
  const condition = observe(
    { status: row.status, problem: row.problem, misses: row.misses, wasConnected: row.connected_at !== null },
    { kind: 'contact_began' },
  )
  await saveCondition(tx, organizationId, { id, status: condition.status, problem: condition.problem })
  await saveContact(tx, organizationId, { id, isNewContact: true })
  await removeAllowances(tx, row)
  return await startRun(tx, { workflow: connectServer, key: id, input: { serverId: id }, organizationId })
}

/** They were given to the machine from before, and this can be another one. */
async function removeAllowances(tx: Tx, row: ServerRow): Promise<void> {
  const { id, organization_id: organizationId, allowances: before, name } = row
  if (before === null) return
  await saveAllowances(tx, organizationId, { id, allowances: null })
  const target = { targetKind: 'server', targetId: id, detail: { name, before } }
  await recordSystemAudit(tx, organizationId, { action: 'server.allowances_removed', ...target })
}
