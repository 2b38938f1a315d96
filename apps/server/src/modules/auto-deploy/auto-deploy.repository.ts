/** The only file that names `auto_deploys`, apart from the system repository. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { AutoDeploys } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ProviderKind } from '../git-providers/git-providers.schemas.ts'
import type { HookProblem, HookStatus } from './auto-deploy.schemas.ts'

type Narrow = { kind: ProviderKind | null; hook_status: HookStatus; hook_problem: HookProblem | null }
interface Ids {
  id: Id<'adp'>
  organization_id: OrganizationId
  environment_id: Id<'env'> | null
  hook_provider_id: Id<'git'> | null
}
type Selected = Omit<Selectable<AutoDeploys>, keyof Narrow> & Narrow
export type AutoDeployRow = Omit<Selected, keyof Ids> & Ids

export async function findAutoDeploy(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<AutoDeployRow | undefined> {
  const row = await select(tx, organizationId).where('environment_id', '=', environmentId).executeTakeFirst()
  return row
}

/** Also finds rows whose environment was deleted. */
export async function findAutoDeployById(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'adp'>,
): Promise<AutoDeployRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row
}

/** Serializes changes of the settings. */
export async function lockAutoDeploy(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<AutoDeployRow | undefined> {
  const row = await select(tx, organizationId)
    .where('environment_id', '=', environmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row
}

/** Waits for transactions that store deliveries, and makes new ones wait. */
export async function lockAgainstDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<AutoDeployRow | undefined> {
  const row = await select(tx, organizationId)
    .where('environment_id', '=', environmentId)
    .forUpdate()
    .executeTakeFirst()
  return row
}

export async function insertAutoDeploy(
  tx: Tx,
  organizationId: OrganizationId,
  row: { id: Id<'adp'>; environmentId: Id<'env'>; sealedSecret: string },
): Promise<AutoDeployRow> {
  const inserted = await tx
    .insertInto('auto_deploys')
    .values({
      id: row.id,
      organization_id: organizationId,
      environment_id: row.environmentId,
      sealed_secret: row.sealedSecret,
    })
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return inserted
}

const maxWebhooks = 10_000

/** Lists rows whose webhook can still be registered at a provider. */
export async function listHooks(tx: Tx, organizationId: OrganizationId): Promise<AutoDeployRow[]> {
  const rows = await select(tx, organizationId)
    .where('hook_id', 'is not', null)
    .orderBy('id')
    .limit(maxWebhooks)
    .execute()
  return rows
}

export interface AutoDeployUpdate {
  secret_generation?: number
  sealed_secret?: string
  kind?: ProviderKind | null
  repository_id?: string | null
  repository_full_name?: string | null
  hook_status?: HookStatus
  hook_id?: string | null
  hook_provider_id?: Id<'git'> | null
  hook_repository?: string | null
  hook_url?: string | null
  hook_generation?: number | null
  hook_problem?: HookProblem | null
  hook_checked_at?: Date
  next_hook_check_at?: Date
  polls?: boolean
  next_poll_at?: Date | null
  seen_branch?: string | null
  seen_commit?: string | null
  next_checks_at?: Date | null
  waiting_commit?: string | null
  decided_at?: Date
}

export async function updateAutoDeploy(
  tx: Tx,
  organizationId: OrganizationId,
  { id, ...change }: AutoDeployUpdate & { id: Id<'adp'> },
): Promise<AutoDeployRow | undefined> {
  const { hook_problem: problem, ...rest } = change
  const row = await tx
    .updateTable('auto_deploys')
    .set({
      ...rest,
      ...(problem === undefined ? {} : { hook_problem: problem === null ? null : JSON.stringify(problem) }),
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

/** The first verified delivery that names the repository determines the repository ID. */
export async function pinRepositories(
  tx: Tx,
  organizationId: OrganizationId,
  pins: ReadonlyMap<Id<'adp'>, string>,
): Promise<void> {
  if (pins.size === 0) return
  await sql`/* prepared */
    update auto_deploys a set repository_id = pin.repository_id
    from unnest(${[...pins.keys()]}::uuid[], ${[...pins.values()]}::text[]) as pin (id, repository_id)
    where a.organization_id = ${organizationId} and a.id = pin.id and a.repository_id is null`.execute(tx)
}

/** Returns false when another worker saw the commit first. */
export async function moveSeenCommit(
  tx: Tx,
  organizationId: OrganizationId,
  move: {
    id: Id<'adp'>
    from: { branch: string | null; commit: string | null }
    to: { branch: string; commit: string }
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('auto_deploys')
    .set({ seen_branch: move.to.branch, seen_commit: move.to.commit })
    .where('organization_id', '=', organizationId)
    .where('id', '=', move.id)
    .where('seen_branch', 'is not distinct from', move.from.branch)
    .where('seen_commit', 'is not distinct from', move.from.commit)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteAutoDeploy(tx: Tx, organizationId: OrganizationId, id: Id<'adp'>): Promise<void> {
  await tx.deleteFrom('auto_deploys').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('auto_deploys').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
