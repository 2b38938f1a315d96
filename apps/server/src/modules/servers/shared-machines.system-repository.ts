/** Finds out who else uses the machine of a server, across all organizations. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { ServerRow } from './servers.repository.ts'

export interface MachineUse {
  /** Whether the API runs there. */
  isControlPlane: boolean
  /** Whether another organization has it as a server. */
  isShared: boolean
}

/**
 * Servers are the same machine if they show the same host key, or have the same host without a jump server: private IP
 * addresses behind different jump servers repeat. A server of another organization counts once a login worked:
 * otherwise a stranger could register the host of others to take their allowances away.
 */
export async function findMachineUse(
  db: Kysely<DB>,
  server: Pick<ServerRow, 'id' | 'organization_id' | 'host' | 'jump_server_id' | 'host_keys'>,
): Promise<MachineUse> {
  const { id, organization_id: organizationId, host, jump_server_id: jump } = server
  const keys = server.host_keys.map(({ fingerprint }) => fingerprint)
  const { rows } = await sql<MachineUse>`
    with same as (
      select s.id, s.organization_id from servers s
      where s.id = ${id} or ((s.organization_id = ${organizationId} or s.connected_at is not null) and (
        (s.jump_server_id is null and ${jump === null}::boolean and lower(s.host) = lower(${host}))
        or exists (select 1 from jsonb_array_elements(s.host_keys) k where k->>'fingerprint' = any(${keys}::text[]))))
    )
    select exists (select 1 from same join server_proxies p on p.server_id = same.id where p.serves_dashboard) as "isControlPlane",
      exists (select 1 from same where same.organization_id <> ${organizationId}) as "isShared"`.execute(db)
  const [found] = rows
  const isOnLoopback = jump === null && /^(?:localhost|127\.|::1$|0\.0\.0\.0$|host\.docker\.internal$)/i.test(host)
  return { isControlPlane: isOnLoopback || found?.isControlPlane !== false, isShared: found?.isShared !== false }
}
