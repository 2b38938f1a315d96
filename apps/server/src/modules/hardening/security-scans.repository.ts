/** The only file that names `security_scans` and `security_watches` inside an organization. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { SecurityScans } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ScanError, ScanStatus, ScanTrigger, SecurityCheck, SecurityFacts } from './security.schemas.ts'
import type { Baseline } from './security.status.ts'

const keptScans = 10

interface Narrow {
  trigger: ScanTrigger
  status: ScanStatus
  checks: SecurityCheck[] | null
  facts: SecurityFacts | null
  error: ScanError | null
}
type Selected = Omit<Selectable<SecurityScans>, keyof Narrow> & Narrow
export type ScanRow = Omit<Selected, 'id' | 'server_id'> & { id: Id<'scn'>; server_id: Id<'srv'> }

export async function insertScan(
  tx: Tx,
  organizationId: OrganizationId,
  scan: { id: Id<'scn'>; serverId: Id<'srv'>; trigger: ScanTrigger },
): Promise<void> {
  await tx
    .insertInto('security_scans')
    .values({ id: scan.id, organization_id: organizationId, server_id: scan.serverId, trigger: scan.trigger })
    .execute()
}

export async function hasUnfinishedScan(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<boolean> {
  const row = await tx
    .selectFrom('security_scans')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function startScan(tx: Tx, organizationId: OrganizationId, id: Id<'scn'>): Promise<boolean> {
  const row = await tx
    .updateTable('security_scans')
    .set({ status: 'running', started_at: sql<Date>`coalesce(started_at, now())` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface ScanOutcome {
  score: number | null
  checks: readonly SecurityCheck[]
  facts: SecurityFacts
  durationMs: number
}

/** Doesn't change a finished scan. */
export async function finishScan(
  tx: Tx,
  organizationId: OrganizationId,
  scan: {
    id: Id<'scn'>
    status: 'succeeded' | 'failed' | 'cancelled'
    outcome?: ScanOutcome
    error?: ScanError | null
  },
): Promise<boolean> {
  const { outcome, error } = scan
  const row = await tx
    .updateTable('security_scans')
    .set({
      status: scan.status,
      finished_at: sql<Date>`now()`,
      ...(outcome === undefined
        ? {}
        : {
            score: outcome.score,
            checks: JSON.stringify(outcome.checks),
            facts: JSON.stringify(outcome.facts),
            duration_ms: outcome.durationMs,
          }),
      ...(error === undefined || error === null ? {} : { error: JSON.stringify(error) }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', scan.id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the newest few, and always the newest successful one, because the server's state is based on it. */
export async function removeOldScans(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<void> {
  await sql`
    delete from security_scans where organization_id = ${organizationId} and server_id = ${serverId}
      and finished_at is not null
      and id not in (select id from security_scans where server_id = ${serverId} order by id desc limit ${keptScans})
      and id not in (select id from security_scans where server_id = ${serverId} and status = 'succeeded'
        order by id desc limit 1)`.execute(tx)
}

/** Reads the newest scan, the newest finished one, and the newest successful one; often they are the same. */
export async function readScans(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<{ newest?: ScanRow; ended?: ScanRow; succeeded?: ScanRow }> {
  const newest = await findNewest(tx, organizationId, serverId, scanStates.any)
  if (newest === undefined) return {}
  const isEnded = newest.status === 'succeeded' || newest.status === 'failed'
  const ended = isEnded ? newest : await findNewest(tx, organizationId, serverId, scanStates.ended)
  const succeeded =
    ended?.status === 'failed' ? await findNewest(tx, organizationId, serverId, scanStates.succeeded) : ended
  return { newest, ...(ended === undefined ? {} : { ended }), ...(succeeded === undefined ? {} : { succeeded }) }
}

const scanStates = {
  any: ['queued', 'running', 'succeeded', 'failed', 'cancelled'],
  ended: ['succeeded', 'failed'],
  succeeded: ['succeeded'],
} as const

async function findNewest(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
  statuses: readonly ScanStatus[],
): Promise<ScanRow | undefined> {
  const row = await tx
    .selectFrom('security_scans')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where('status', 'in', statuses)
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row === undefined ? undefined : row
}

export interface WatchRow {
  nextScanAt: Date | null
  baseline: Baseline
  drifted: string[]
}

export async function findWatch(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<WatchRow | undefined> {
  const row = await tx
    .selectFrom('security_watches')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    nextScanAt: row.next_scan_at,
    baseline: { hardeningRunId: row.hardening_run_id, passed: row.passed_checks },
    drifted: row.drifted_checks,
  }
}

export async function saveWatch(
  tx: Tx,
  organizationId: OrganizationId,
  watch: { serverId: Id<'srv'>; nextScanAt?: Date | null; baseline?: Baseline; drifted?: readonly string[] },
): Promise<void> {
  const { nextScanAt, baseline, drifted } = watch
  const values = {
    ...(nextScanAt === undefined ? {} : { next_scan_at: nextScanAt }),
    ...(baseline === undefined
      ? {}
      : { hardening_run_id: baseline.hardeningRunId, passed_checks: [...baseline.passed] }),
    ...(drifted === undefined ? {} : { drifted_checks: [...drifted] }),
  }
  await tx
    .insertInto('security_watches')
    .values({ server_id: watch.serverId, organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.column('server_id').doUpdateSet({ organization_id: organizationId, ...values }))
    .execute()
}
