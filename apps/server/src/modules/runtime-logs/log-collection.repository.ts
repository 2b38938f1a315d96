/** A collector's position in each container of a server. Only the holder of the server's lease writes it. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { LogCursor } from './log-cursor.policy.ts'

export interface Lease {
  serverId: Id<'srv'>
  owner: string
}

/**
 * Returns false if another worker reads this server now, and nothing may be written. Held until the end of the
 * transaction. A lease that expired during a stall and that no other worker took is still this worker's.
 */
export async function holdLease(tx: Tx, organizationId: OrganizationId, { serverId, owner }: Lease): Promise<boolean> {
  const { rows } = await sql`/* prepared */
    select 1 from runtime_log_leases where organization_id = ${organizationId} and server_id = ${serverId}
      and owner = ${owner} for share`.execute(tx)
  return rows.length > 0
}

export async function readEventsAt(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<string | null> {
  const row = await tx
    .selectFrom('runtime_log_leases')
    .select('events_at')
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .executeTakeFirst()
  return row?.events_at ?? null
}

export async function saveEventsAt(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, at }: { serverId: Id<'srv'>; at: string },
): Promise<void> {
  await tx
    .updateTable('runtime_log_leases')
    .set({ events_at: at })
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .execute()
}

export async function readCursor(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, container }: { serverId: Id<'srv'>; container: string },
): Promise<LogCursor> {
  const row = await tx
    .selectFrom('runtime_log_cursors')
    .select(['stdout_at', 'stdout_count', 'stderr_at', 'stderr_count'])
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where('container', '=', container)
    .executeTakeFirst()
  const position = (at: string | null | undefined, count = 0) => (at == null ? null : { at, count })
  return {
    stdout: position(row?.stdout_at, row?.stdout_count),
    stderr: position(row?.stderr_at, row?.stderr_count),
  }
}

export async function saveCursors(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, cursors }: { serverId: Id<'srv'>; cursors: ReadonlyMap<string, LogCursor> },
): Promise<void> {
  if (cursors.size === 0) return
  const rows = [...cursors].map(([container, { stdout, stderr }]) => ({
    server_id: serverId,
    container,
    organization_id: organizationId,
    stdout_at: stdout?.at ?? null,
    stdout_count: stdout?.count ?? 0,
    stderr_at: stderr?.at ?? null,
    stderr_count: stderr?.count ?? 0,
  }))
  await tx
    .insertInto('runtime_log_cursors')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'container']).doUpdateSet(({ ref }) => ({
        stdout_at: ref('excluded.stdout_at'),
        stdout_count: ref('excluded.stdout_count'),
        stderr_at: ref('excluded.stderr_at'),
        stderr_count: ref('excluded.stderr_count'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** Deletes the cursors of containers that are no longer on the server. */
export async function forgetCursors(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, present }: { serverId: Id<'srv'>; present: readonly string[] },
): Promise<void> {
  await tx
    .deleteFrom('runtime_log_cursors')
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where(sql<boolean>`container <> all(${present}::text[])`)
    .where(sql<boolean>`updated_at < now() - interval '10 minutes'`)
    .execute()
}
