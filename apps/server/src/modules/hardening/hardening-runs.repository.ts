/** The only file that names `hardening_runs`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { HardeningRuns } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import type { ServerSecurity } from '../servers/index.ts'
import type {
  HardeningChange,
  HardeningError,
  HardeningKind,
  HardeningOptions,
  HardeningStatus,
  SkippedCheck,
} from './harden.schemas.ts'

interface Narrow {
  kind: HardeningKind
  status: HardeningStatus
  options: HardeningOptions
  changes: HardeningChange[]
  skipped: SkippedCheck[]
  security_before: ServerSecurity['state'] | null
  error: HardeningError | null
}
type Selected = Omit<Selectable<HardeningRuns>, keyof Narrow> & Narrow
export type HardeningRunRow = Omit<Selected, 'id' | 'server_id' | 'reverts'> & {
  id: Id<'hrd'>
  server_id: Id<'srv'>
  reverts: Id<'hrd'>[]
}

export interface NewHardeningRun {
  id: Id<'hrd'>
  serverId: Id<'srv'>
  kind: HardeningKind
  checks: string[] | null
  options: HardeningOptions
  confirmTimeoutSeconds: number
  reverts: readonly Id<'hrd'>[]
  securityBefore: string
}

export async function insertRun(
  tx: Tx,
  organizationId: OrganizationId,
  run: NewHardeningRun,
): Promise<HardeningRunRow> {
  const row = await tx
    .insertInto('hardening_runs')
    .values({
      id: run.id,
      organization_id: organizationId,
      server_id: run.serverId,
      kind: run.kind,
      checks: run.checks,
      options: JSON.stringify(run.options),
      confirm_timeout_seconds: run.confirmTimeoutSeconds,
      reverts: [...run.reverts],
      security_before: run.securityBefore,
    })
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return brand(row)
}

export async function findRun(
  tx: Tx,
  organizationId: OrganizationId,
  run: { id: Id<'hrd'>; serverId?: Id<'srv'> },
): Promise<HardeningRunRow | undefined> {
  let query = tx
    .selectFrom('hardening_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', run.id)
  if (run.serverId !== undefined) query = query.where('server_id', '=', run.serverId)
  const row = await query.$narrowType<Narrow>().executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

export async function listRuns(
  tx: Tx,
  organizationId: OrganizationId,
  page: { serverId: Id<'srv'>; before: string | undefined; limit: number },
): Promise<HardeningRunRow[]> {
  const query = tx
    .selectFrom('hardening_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', page.serverId)
  const rows = await query.$call(newestFirst(page)).$narrowType<Narrow>().execute()
  return rows.map(brand)
}

/** Lists runs whose changes are in force, and unfinished ones, newest first. */
export async function listEffectiveRuns(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<HardeningRunRow[]> {
  const rows = await tx
    .selectFrom('hardening_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where('kind', '=', 'harden')
    .where('status', '=', 'confirmed')
    .where('undone_at', 'is', null)
    // A run that found everything in order changed nothing on the server.
    .where('guard_state', '=', 'confirmed')
    .orderBy('id', 'desc')
    .limit(100)
    .$narrowType<Narrow>()
    .execute()
  return rows.map(brand)
}

export async function hasUnfinishedRun(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<boolean> {
  const row = await tx
    .selectFrom('hardening_runs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where('kind', '<>', 'plan')
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export interface RunUpdate {
  status?: HardeningStatus
  changes?: readonly HardeningChange[]
  skipped?: readonly SkippedCheck[]
  guardState?: string
  armedUntil?: Date | null
  error?: HardeningError | null
  isStarted?: true
  isFinished?: true
}

/** Doesn't change a finished run. */
export async function updateRun(
  tx: Tx,
  organizationId: OrganizationId,
  run: { id: Id<'hrd'> } & RunUpdate,
): Promise<HardeningRunRow | undefined> {
  const row = await tx
    .updateTable('hardening_runs')
    .set({
      updated_at: sql<Date>`now()`,
      ...(run.status === undefined ? {} : { status: run.status }),
      ...(run.changes === undefined ? {} : { changes: JSON.stringify(run.changes) }),
      ...(run.skipped === undefined ? {} : { skipped: JSON.stringify(run.skipped) }),
      ...(run.guardState === undefined ? {} : { guard_state: run.guardState }),
      ...(run.armedUntil === undefined ? {} : { armed_until: run.armedUntil }),
      ...(run.error === undefined ? {} : { error: run.error === null ? null : JSON.stringify(run.error) }),
      ...(run.isStarted === true ? { started_at: sql<Date>`coalesce(started_at, now())` } : {}),
      ...(run.isFinished === true ? { finished_at: sql<Date>`now()` } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', run.id)
    .where('finished_at', 'is', null)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

export async function markUndone(tx: Tx, organizationId: OrganizationId, ids: readonly Id<'hrd'>[]): Promise<void> {
  await tx
    .updateTable('hardening_runs')
    .set({ undone_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('undone_at', 'is', null)
    .execute()
}

function brand(row: Selected): HardeningRunRow {
  return { ...row, reverts: row.reverts.map((id) => brandId<'hrd'>(id)) }
}
