/** The only file that names `adoptions`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Adoptions } from '../../platform/database/schema.generated.ts'
import type { RunId } from '../../platform/durable/workflow-ref.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { AdoptionError, AdoptionStatus, ComparedResponse, CopyEvidence, OldResponse } from './adoptions.schemas.ts'
import type { FrozenStack } from './frozen-stack.schemas.ts'

type Narrow = { status: AdoptionStatus }
export type AdoptionRow = Omit<Selectable<Adoptions>, keyof Narrow> & Narrow

export interface NewAdoption {
  environmentId: Id<'env'>
  serverId: Id<'srv'>
  composeProject: string
  stack: FrozenStack
  runId: RunId
  createdBy: Id<'usr'> | null
}

const open = ['preparing', 'ready', 'switching', 'adopted', 'returned', 'stopped', 'undoing'] as const

export async function insertAdoption(
  tx: Tx,
  organizationId: OrganizationId,
  adoption: NewAdoption,
): Promise<AdoptionRow> {
  return await tx
    .insertInto('adoptions')
    .values({
      environment_id: adoption.environmentId,
      organization_id: organizationId,
      server_id: adoption.serverId,
      compose_project: adoption.composeProject,
      status: 'preparing',
      stack: JSON.stringify(adoption.stack),
      run_id: adoption.runId,
      created_by: adoption.createdBy,
    })
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
}

export async function findAdoption(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<AdoptionRow | undefined> {
  return await select(tx, organizationId).where('environment_id', '=', environmentId).executeTakeFirst()
}

/** Serializes decisions about it. */
export async function lockAdoption(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<AdoptionRow | undefined> {
  return await select(tx, organizationId)
    .where('environment_id', '=', environmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Names of compose projects on this server that an environment takes over. */
export async function listOpenAdoptions(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<Pick<AdoptionRow, 'compose_project' | 'environment_id'>[]> {
  return await tx
    .selectFrom('adoptions')
    .select(['compose_project', 'environment_id'])
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where('status', 'in', [...open])
    .limit(1_000)
    .execute()
}

export interface AdoptionChange {
  status?: AdoptionStatus
  runId?: RunId
  deploymentId?: Id<'dep'> | null
  bytes?: number
  expectedDowntimeSeconds?: number
  /** Keeps the earlier time of an attempt that was interrupted. */
  isStopped?: true
  /** Ends the downtime: null counts until now. */
  servedAt?: Date | null
  copied?: readonly CopyEvidence[]
  responses?: readonly OldResponse[]
  compared?: readonly ComparedResponse[]
  error?: AdoptionError | null
  isConfirmed?: boolean
}

export async function updateAdoption(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
  change: AdoptionChange,
): Promise<AdoptionRow | undefined> {
  const until = change.servedAt ?? sql<Date>`now()`
  return await tx
    .updateTable('adoptions')
    .set({
      updated_at: sql<Date>`now()`,
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.runId === undefined ? {} : { run_id: change.runId }),
      ...(change.deploymentId === undefined ? {} : { deployment_id: change.deploymentId }),
      ...(change.bytes === undefined ? {} : { bytes: change.bytes }),
      ...(change.expectedDowntimeSeconds === undefined
        ? {}
        : { expected_downtime_seconds: change.expectedDowntimeSeconds }),
      ...(change.isStopped === true ? { stopped_at: sql<Date>`coalesce(stopped_at, now())` } : {}),
      ...(change.servedAt === undefined
        ? {}
        : { downtime_ms: sql<number>`(extract(epoch from ${until}::timestamptz - stopped_at) * 1000)::bigint` }),
      ...(change.status === 'adopted' ? { switched_at: sql<Date>`coalesce(switched_at, ${until})` } : {}),
      ...(change.copied === undefined ? {} : { copied: JSON.stringify(change.copied) }),
      ...(change.responses === undefined ? {} : { responses: JSON.stringify(change.responses) }),
      ...(change.compared === undefined ? {} : { compared: JSON.stringify(change.compared) }),
      ...(change.error === undefined ? {} : { error: change.error === null ? null : JSON.stringify(change.error) }),
      ...(change.isConfirmed === true ? { confirmed_at: sql<Date>`coalesce(confirmed_at, now())` } : {}),
      ...(change.isConfirmed === false ? { confirmed_at: null } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
}

/** A new switch starts without the results of an earlier one, unless that one left the old containers stopped. */
export async function forgetSwitch(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, areOldStopped }: { environmentId: Id<'env'>; areOldStopped: boolean },
): Promise<void> {
  await tx
    .updateTable('adoptions')
    .set({ ...(areOldStopped ? {} : { stopped_at: null }), downtime_ms: null, copied: '[]', responses: '[]' })
    .set({ compared: '[]', error: null })
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .execute()
}

/** Whether the old containers run again, or are about to. */
export async function isAdoptionUndone(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<boolean> {
  const row = await findAdoption(tx, organizationId, environmentId)
  return row?.status === 'undoing' || row?.status === 'undone'
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('adoptions').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
