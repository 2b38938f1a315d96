/** Queries without an organization ID: deliveries whose owner isn't known yet, and due checks. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import type { ProviderKind } from '../git-providers/git-providers.schemas.ts'

export interface KnownHook {
  id: Id<'adp'>
  organizationId: OrganizationId
  environmentId: Id<'env'>
  generation: number
  kind: ProviderKind | null
  repositoryId: string | null
  /** Last known name of the repository with this ID. */
  knownName: string | null
  /** Name of the repository that the project is linked to. */
  fullName: string | null
  branch: string | null
}

/** Omits environments that don't exist or don't accept deliveries. */
export async function findHooks(
  db: Kysely<DB>,
  environmentIds: readonly Id<'env'>[],
): Promise<Map<Id<'env'>, KnownHook>> {
  const { rows } = await sql<
    Omit<KnownHook, 'id' | 'organizationId' | 'environmentId'> & {
      id: string
      organizationId: string
      environmentId: string
    }
  >`/* prepared */
    select a.id, a.organization_id as "organizationId", a.environment_id as "environmentId", a.secret_generation as generation, a.kind,
      a.repository_id as "repositoryId", a.repository_full_name as "knownName", p.repository_full_name as "fullName", e.branch
    from auto_deploys a join environments e on e.id = a.environment_id join projects p on p.id = e.project_id
    where a.environment_id = any(${[...new Set(environmentIds)]}::uuid[]) and e.auto_deploy_enabled
      and e.deletion_requested_at is null`.execute(db)
  const hooks = rows.map((row) => ({
    ...row,
    id: brandId<'adp'>(row.id),
    organizationId: brandId<'org'>(row.organizationId),
    environmentId: brandId<'env'>(row.environmentId),
  }))
  return new Map(hooks.map((hook) => [hook.environmentId, hook]))
}

export interface DueAutoDeploy {
  id: Id<'adp'>
  organizationId: OrganizationId
}

interface Taking {
  limit: number
  everyMs: number
}

/** Claims each row for one worker by setting its next check at once. If the worker crashes, only one round is lost. */
export async function takeDueHookChecks(db: Kysely<DB>, { limit, everyMs }: Taking): Promise<DueAutoDeploy[]> {
  const { rows } = await sql<{ id: string; organizationId: Id<'org'> }>`/* prepared */
    with due as (
      select id from auto_deploys where next_hook_check_at <= now()
      order by next_hook_check_at limit ${limit} for update skip locked
    )
    update auto_deploys a set next_hook_check_at = now() + ${everyMs}::int * interval '1 millisecond'
    from due where a.id = due.id returning a.id, a.organization_id as "organizationId"`.execute(db)
  return rows.map(toDue)
}

/** Webhooks of deleted environments are checked at once. */
export async function checkOrphansNow(db: Kysely<DB>): Promise<void> {
  await sql`/* prepared */
    update auto_deploys set next_hook_check_at = now()
    where environment_id is null and next_hook_check_at > now() + interval '2 minutes'`.execute(db)
}

export async function takeDuePolls(db: Kysely<DB>, { limit, everyMs }: Taking): Promise<DueAutoDeploy[]> {
  const { rows } = await sql<{ id: string; organizationId: Id<'org'> }>`/* prepared */
    with due as (
      select id from auto_deploys where next_poll_at <= now() and environment_id is not null
      order by next_poll_at limit ${limit} for update skip locked
    )
    update auto_deploys a
    set next_poll_at = case when a.polls then now() + ${everyMs}::int * interval '1 millisecond' end
    from due where a.id = due.id returning a.id, a.organization_id as "organizationId"`.execute(db)
  return rows.map(toDue)
}

export async function takeDueChecks(db: Kysely<DB>, { limit, everyMs }: Taking): Promise<DueAutoDeploy[]> {
  const { rows } = await sql<{ id: string; organizationId: Id<'org'> }>`/* prepared */
    with due as (
      select id from auto_deploys where next_checks_at <= now() and environment_id is not null
      order by next_checks_at limit ${limit} for update skip locked
    )
    update auto_deploys a set next_checks_at = now() + ${everyMs}::int * interval '1 millisecond'
    from due where a.id = due.id returning a.id, a.organization_id as "organizationId"`.execute(db)
  return rows.map(toDue)
}

function toDue(row: { id: string; organizationId: string }): DueAutoDeploy {
  return { id: brandId<'adp'>(row.id), organizationId: brandId<'org'>(row.organizationId) }
}
