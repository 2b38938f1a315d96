/** The security state, and requests for a new scan. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { recordAudit } from '../audit/index.ts'
import {
  publishServerUpdated,
  requireChangeableServer,
  requireConnectedServer,
  requireServer,
} from '../servers/index.ts'
import { requestScan } from './request-scan.action.ts'
import { readSecurity } from './security.query.ts'
import type { ServerSecurityState } from './security.schemas.ts'
import { canScanAgain } from './security-schedule.policy.ts'
import { toSecurityState } from './security-state.mapper.ts'

export interface SecurityService {
  get(actor: Actor, id: Id<'srv'>, options: { refresh: boolean }): Promise<ServerSecurityState>
}

export function createSecurityService({ database, clock }: { database: Database; clock: Clock }): SecurityService {
  return {
    get: (actor, id, { refresh }) =>
      database.tenant(actor.organizationId, async (tx) => {
        await requireServer(tx, actor.organizationId, id)
        if (refresh) await scanAgain(tx, actor, { id, now: clock.now() })
        return toSecurityState(await readSecurity(tx, actor.organizationId, id))
      }),
  }
}

/** Repeated requests start nothing: one scan at a time, and a pause after each. */
async function scanAgain(tx: Tx, actor: Actor, { id, now }: { id: Id<'srv'>; now: Date }): Promise<void> {
  const { organizationId } = actor
  await requireChangeableServer(tx, organizationId, id)
  await requireConnectedServer(tx, organizationId, id)
  const { scans, hardening } = await readSecurity(tx, organizationId, id)
  const { newest } = scans
  const last = newest === undefined ? undefined : { createdAt: newest.created_at, finishedAt: newest.finished_at }
  // The end of a hardening starts a scan automatically.
  if (hardening.isUnderWay || !canScanAgain(last, now)) return
  if (!(await requestScan(tx, organizationId, { serverId: id, trigger: 'requested' }))) return
  await recordAudit(tx, actor, { action: 'server.security_scan_requested', targetKind: 'server', targetId: id })
  await publishServerUpdated(tx, organizationId, { id, action: 'security_scan_started' })
}
