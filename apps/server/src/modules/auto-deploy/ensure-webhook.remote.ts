/**
 * Makes the webhook at the Git provider match the settings: registers it, registers it again when it is missing or its
 * secret changed, or removes it. This runs right after a user changes the settings, and periodically. Idempotent: a
 * webhook is identified by its URL, which is unique per environment.
 */
import type { OrganizationId } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { type EnvironmentRow, findEnvironment, publishEnvironmentUpdated } from '../environments/index.ts'
import type { RepositoryRef } from '../git-providers/worker.ts'
import { loadProject } from '../projects/worker.ts'
import { autoDeployProblems } from './auto-deploy.problems.ts'
import {
  type AutoDeployRow,
  type AutoDeployUpdate,
  deleteAutoDeploy,
  findAutoDeployById,
  updateAutoDeploy,
} from './auto-deploy.repository.ts'
import type { HookProblem } from './auto-deploy.schemas.ts'
import { hookSecret } from './webhook-secret.crypto.ts'
import { webhookUrl } from './webhook-url.policy.ts'
import type { PushWork } from './workflow/push-work.context.ts'

type Work = Pick<PushWork, 'database' | 'unsealer' | 'sources' | 'publicUrl'>

interface Subject {
  organizationId: OrganizationId
  row: AutoDeployRow
}

/** Retry interval after a temporary failure. */
const againMs = 60_000

export async function ensureWebhook(
  work: Work,
  { organizationId, id }: { organizationId: OrganizationId; id: Id<'adp'> },
  signal: AbortSignal,
): Promise<void> {
  const { row, environment } = await work.database.tenant(organizationId, async (tx) => {
    const found = await findAutoDeployById(tx, organizationId, id)
    const environmentId = found?.environment_id ?? null
    return {
      row: found,
      environment: environmentId === null ? undefined : await findEnvironment(tx, organizationId, environmentId),
    }
  })
  if (row === undefined) return
  const subject = { organizationId, row }
  if (environment?.auto_deploy_enabled === true && environment.deletion_requested_at === null)
    return await ensureRegistered(work, { ...subject, environment }, signal)
  await removeEnvironmentWebhook(work, subject, signal)
}

/** Called when auto-deploy is off or the environment was deleted. */
export async function removeEnvironmentWebhook(
  work: Work,
  { organizationId, row }: Subject,
  signal: AbortSignal,
): Promise<void> {
  const isLeft = await removeRegistered(work, { organizationId, row }, signal).then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      // A webhook that the connection can no longer access can't be removed. An unreachable Git provider is retried.
      return error.problem.status >= 500
    },
  )
  await work.database.tenant(organizationId, async (tx) => {
    if (isLeft)
      return void (await updateAutoDeploy(tx, organizationId, { id: row.id, next_hook_check_at: retryAt(row) }))
    if (row.environment_id === null) return await deleteAutoDeploy(tx, organizationId, row.id)
    await updateAutoDeploy(tx, organizationId, {
      id: row.id,
      hook_status: 'none',
      ...noHook,
      hook_checked_at: new Date(),
    })
  })
}

const noHook = { hook_id: null, hook_provider_id: null, hook_repository: null, hook_url: null, hook_generation: null }

async function removeRegistered(work: Work, { organizationId, row }: Subject, signal: AbortSignal): Promise<void> {
  const { hook_id: id, hook_provider_id: providerId, hook_repository: fullName } = row
  if (id === null || providerId === null || fullName === null) return
  await work.sources.removeWebhook(organizationId, { providerId, fullName }, id, { signal })
}

async function ensureRegistered(
  work: Work,
  subject: Subject & { environment: EnvironmentRow },
  signal: AbortSignal,
): Promise<void> {
  const { organizationId, row, environment } = subject
  const { ref } = await loadProject(work, { organizationId, projectId: environment.project_id })
  const found = await findOrRegister(work, { ...subject, ref }, signal).catch((error: unknown): AutoDeployUpdate => {
    if (!(error instanceof AppError)) throw error
    const problem = toProblem(error)
    // The stored state stays, because an unreachable Git provider says nothing about its webhooks.
    if (error.problem.status >= 500) return { hook_problem: problem, next_hook_check_at: retryAt(row) }
    return { hook_status: 'manual', hook_problem: problem }
  })
  await work.database.tenant(organizationId, async (tx) => {
    const saved = await updateAutoDeploy(tx, organizationId, { id: row.id, ...found, hook_checked_at: new Date() })
    if (saved === undefined || saved.hook_status === row.hook_status) return
    await publishEnvironmentUpdated(tx, organizationId, {
      id: environment.id,
      projectId: environment.project_id,
      action: 'webhook_changed',
      detail: { webhook: saved.hook_status },
    })
  })
}

async function findOrRegister(
  work: Work,
  { organizationId, row, environment, ref }: Subject & { environment: EnvironmentRow; ref: RepositoryRef | null },
  signal: AbortSignal,
): Promise<AutoDeployUpdate> {
  if (ref === null) return { hook_status: 'none', hook_problem: null }
  const call = { signal }
  const identity = await work.sources.identify(organizationId, ref, call)
  const { kind, fullName } = identity
  const known = {
    kind,
    repository_id: identity.repositoryId ?? sameRepository(row, fullName),
    repository_full_name: fullName,
  }
  if ('url' in ref) return { ...known, hook_status: 'manual', hook_problem: null }
  const at = { ...ref, fullName }
  const url = webhookUrl(work.publicUrl, environment.id)
  const isMoved =
    row.hook_provider_id !== ref.providerId || row.hook_url !== url || row.repository_id !== known.repository_id
  if (row.hook_id !== null && isMoved)
    await removeRegistered(work, { organizationId, row }, signal).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  const there = await work.sources.findWebhooks(organizationId, at, url, call)
  const ours = there.find(({ id }) => id === row.hook_id)
  const registered = { ...known, hook_provider_id: ref.providerId, hook_repository: fullName, hook_url: url }
  const isKept = ours !== undefined && row.hook_generation === row.secret_generation && !isMoved
  // These are left over from a worker that crashed before storing them, from parallel registrations, or from an older
  // secret.
  for (const { id } of there)
    if (!isKept || id !== ours.id) await work.sources.removeWebhook(organizationId, at, id, call)
  if (isKept) {
    const problem = ours.isActive ? null : toProblem(new AppError(autoDeployProblems.webhook_inactive))
    return { ...registered, hook_status: ours.isActive ? 'registered' : 'inactive', hook_problem: problem }
  }
  const secret = await openSecret(work, { organizationId, row })
  const { id } = await work.sources.registerWebhook(organizationId, at, { url, secret }, call)
  // Pushes can have arrived while the webhook was missing. One poll of the branch finds them.
  const missed = row.hook_status === 'registered' && row.hook_id !== null ? { next_poll_at: new Date() } : {}
  return {
    ...registered,
    ...missed,
    hook_status: 'registered',
    hook_id: id,
    hook_generation: row.secret_generation,
    hook_problem: null,
  }
}

/** The ID from a delivery stays valid as long as the repository name is the same. */
function sameRepository(row: AutoDeployRow, fullName: string): string | null {
  return row.repository_full_name === fullName ? row.repository_id : null
}

async function openSecret({ unsealer }: Work, { organizationId, row }: Subject): Promise<string> {
  if (row.sealed_secret === null) throw new Error(`hook ${row.id} has no secret`)
  return (await unsealer.unseal(contextOf(hookSecret, row.id, organizationId), row.sealed_secret)).reveal()
}

function toProblem({ problem, message, hint }: AppError): HookProblem {
  return { code: problem.code, title: problem.title, detail: message, hint }
}

/** Returns a time no later than the regular next check. */
function retryAt({ next_hook_check_at: regular }: AutoDeployRow): Date {
  const [now, next] = [Date.now(), regular?.getTime() ?? 0]
  return new Date(next > now ? Math.min(next, now + againMs) : now + againMs)
}
