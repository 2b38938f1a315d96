/** The only file that names `drills` for one organization. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../../platform/database/database.ts'
import { newestFirst } from '../../../../platform/database/newest-first.ts'
import type { Drills } from '../../../../platform/database/schema.generated.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import type { RecoveredData } from '../../moves/moves.schemas.ts'
import type { DrillError, DrillStatus, DrillTrigger } from './drills.schemas.ts'

interface Narrow {
  status: DrillStatus
  trigger: DrillTrigger
  error: DrillError | null
}
export type DrillRow = Omit<Selectable<Drills>, keyof Narrow> & Narrow

export async function insertDrill(
  tx: Tx,
  organizationId: OrganizationId,
  drill: {
    id: Id<'drl'>
    environmentId: Id<'env'>
    standInId: Id<'env'>
    releaseId: Id<'rel'>
    serverId: Id<'srv'>
    trigger: DrillTrigger
    backups: readonly RecoveredData[]
    dataAgeMs: number | null
    createdBy: Id<'usr'> | null
  },
): Promise<DrillRow> {
  return await tx
    .insertInto('drills')
    .values({
      id: drill.id,
      organization_id: organizationId,
      environment_id: drill.environmentId,
      stand_in_id: drill.standInId,
      release_id: drill.releaseId,
      server_id: drill.serverId,
      status: 'queued',
      trigger: drill.trigger,
      backups: JSON.stringify(drill.backups),
      data_age_ms: drill.dataAgeMs,
      created_by: drill.createdBy,
    })
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
}

export async function findDrill(tx: Tx, organizationId: OrganizationId, id: Id<'drl'>): Promise<DrillRow | undefined> {
  return await select(tx, organizationId).where('id', '=', id).executeTakeFirst()
}

export async function findUnfinishedDrill(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<DrillRow | undefined> {
  return await select(tx, organizationId)
    .where('environment_id', '=', environmentId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
}

/** Returns the newest drill that ended with this status. */
export async function findLastDrill(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, status }: { environmentId: Id<'env'>; status?: DrillStatus },
): Promise<DrillRow | undefined> {
  let query = select(tx, organizationId).where('environment_id', '=', environmentId)
  if (status !== undefined) query = query.where('status', '=', status)
  return await query.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export async function listDrills(
  tx: Tx,
  organizationId: OrganizationId,
  page: { environmentId: Id<'env'>; before: string | undefined; limit: number },
): Promise<DrillRow[]> {
  const query = select(tx, organizationId).where('environment_id', '=', page.environmentId)
  return await query.$call(newestFirst(page)).execute()
}

/** Returns those of the IDs that an unfinished drill uses instead of that of its environment. */
export async function listStandIns(
  tx: Tx,
  organizationId: OrganizationId,
  standInIds: readonly Id<'env'>[],
): Promise<Id<'env'>[]> {
  if (standInIds.length === 0) return []
  const rows = await tx
    .selectFrom('drills')
    .select('stand_in_id')
    .where('organization_id', '=', organizationId)
    .where('stand_in_id', 'in', standInIds)
    .where('finished_at', 'is', null)
    .execute()
  return rows.map((row) => row.stand_in_id)
}

/** A drill that ended stays unchanged. */
export async function updateDrill(
  tx: Tx,
  organizationId: OrganizationId,
  change: { id: Id<'drl'>; status?: DrillStatus; error?: DrillError | null; isHealthy?: true },
): Promise<DrillRow | undefined> {
  const { id, status, error, isHealthy } = change
  const isOver = status === 'passed' || status === 'failed' || status === 'cancelled'
  return await tx
    .updateTable('drills')
    .set({
      updated_at: sql<Date>`now()`,
      ...(status === undefined ? {} : { status }),
      ...(status === 'running' ? { started_at: sql<Date>`coalesce(started_at, now())` } : {}),
      ...(error === undefined ? {} : { error: error === null ? null : JSON.stringify(error) }),
      ...(isHealthy === true
        ? {
            healthy_at: sql<Date>`coalesce(healthy_at, now())`,
            recovery_ms: sql<number>`coalesce(recovery_ms, (extract(epoch from now() - started_at) * 1000)::bigint)`,
          }
        : {}),
      ...(isOver ? { finished_at: sql<Date>`now()` } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('drills').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
