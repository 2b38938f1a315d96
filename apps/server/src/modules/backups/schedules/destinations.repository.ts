/** The only file that names `backup_destinations`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { newestFirst } from '../../../platform/database/newest-first.ts'
import type { BackupDestinations } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { DestinationConfiguration } from './destination-configuration.schemas.ts'
import { DestinationFault } from './destination-fault.schemas.ts'

type Selected = Selectable<BackupDestinations>
export type DestinationRow = Omit<Selected, 'id' | 'organization_id' | 'configuration' | 'problem' | 'type'> & {
  id: Id<'bds'>
  organization_id: OrganizationId
  configuration: DestinationConfiguration
  problem: DestinationFault | null
}

export interface NewDestination {
  id: Id<'bds'>
  name: string
  configuration: DestinationConfiguration
  sealedSecret: string | null
}

/**
 * Sets the check time to now, because the caller just tested it. Returns undefined when the organization already has
 * this name.
 */
export async function insertDestination(
  tx: Tx,
  organizationId: OrganizationId,
  { id, name, configuration, sealedSecret }: NewDestination,
): Promise<DestinationRow | undefined> {
  const row = await tx
    .insertInto('backup_destinations')
    .values({
      id,
      organization_id: organizationId,
      name,
      type: configuration.type,
      configuration: JSON.stringify(DestinationConfiguration.encode(configuration)),
      sealed_secret: sealedSecret,
      checked_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

export async function findDestination(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'bds'>,
): Promise<DestinationRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

/** Serializes changes of a storage location. */
export async function lockDestination(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'bds'>,
): Promise<DestinationRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

export async function listDestinations(
  tx: Tx,
  organizationId: OrganizationId,
  page: { before: string | undefined; limit: number },
): Promise<DestinationRow[]> {
  const rows = await select(tx, organizationId).$call(newestFirst(page)).execute()
  return rows.map(toRow)
}

export async function countDestinations(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('backup_destinations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns the names of storage locations on this server. */
export async function listDestinationsOn(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('backup_destinations')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('type', '=', 'server')
    .where(sql<string>`configuration->>'serverId'`, '=', encodeId('srv', serverId))
    .orderBy('id')
    .limit(10)
    .execute()
  return rows.map((row) => row.name)
}

/** Saves the result of a check. `problem` is null when it passed. */
export async function saveDestinationCheck(
  tx: Tx,
  organizationId: OrganizationId,
  { id, problem }: { id: Id<'bds'>; problem: DestinationFault | null },
): Promise<DestinationRow | undefined> {
  const row = await tx
    .updateTable('backup_destinations')
    .set({
      checked_at: sql`now()`,
      updated_at: sql`now()`,
      problem: problem === null ? null : JSON.stringify(problem),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

/**
 * Sets the check time to now, because the caller just tested these values. Returns undefined when the name is taken.
 */
export async function updateDestination(
  tx: Tx,
  organizationId: OrganizationId,
  { id, name, configuration, sealedSecret }: NewDestination,
): Promise<DestinationRow | undefined> {
  const { rows } = await sql<Selected>`
    update backup_destinations d set name = ${name},
      configuration = ${JSON.stringify(DestinationConfiguration.encode(configuration))}::jsonb,
      sealed_secret = ${sealedSecret}, problem = null, checked_at = now(), version = version + 1, updated_at = now()
    where organization_id = ${organizationId} and id = ${id} and not exists (
      select from backup_destinations o
      where o.organization_id = d.organization_id and o.name = ${name} and o.id <> d.id)
    returning *`.execute(tx)
  const [row] = rows
  return row === undefined ? undefined : toRow(row)
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('backup_destinations').selectAll().where('organization_id', '=', organizationId)
}

function toRow({ type: _, ...row }: Selected): DestinationRow {
  return {
    ...row,
    configuration: DestinationConfiguration.parse(row.configuration),
    problem: row.problem === null ? null : DestinationFault.parse(row.problem),
  }
}
