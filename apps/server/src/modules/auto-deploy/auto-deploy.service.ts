/**
 * Settings that decide whether pushes deploy an environment. The API stores them; the worker applies them at the Git
 * provider, immediately if possible.
 */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import { recordAudit } from '../audit/index.ts'
import {
  type EnvironmentRow,
  publishEnvironmentUpdated,
  requireChangeableEnvironment,
  requireEnvironment,
  saveAutoDeploy,
} from '../environments/index.ts'
import { requireProject } from '../projects/index.ts'
import {
  type AutoDeployRow,
  type AutoDeployUpdate,
  findAutoDeploy,
  insertAutoDeploy,
  lockAutoDeploy,
  updateAutoDeploy,
} from './auto-deploy.repository.ts'
import type { AutoDeploy, AutoDeployChange } from './auto-deploy.schemas.ts'
import { ensureWebhookCall } from './calls/ensure-webhook.definition.ts'
import { deriveHookSecret, hookSecret } from './webhook-secret.crypto.ts'
import { webhookUrl } from './webhook-url.policy.ts'

export interface AutoDeployService {
  get(actor: Actor, id: Id<'env'>): Promise<AutoDeploy>
  set(actor: Actor, id: Id<'env'>, change: AutoDeployChange): Promise<AutoDeploy>
}

export interface AutoDeployOptions {
  database: Database
  sealer: Sealer
  link: Pick<LinkClient, 'call'>
  publicUrl: string
  master: Secret
}

export function createAutoDeployService(options: AutoDeployOptions): AutoDeployService {
  const { database, link, publicUrl, master } = options
  const get = (actor: Actor, id: Id<'env'>) => read(database, actor, { id, publicUrl })
  return {
    get,
    async set(actor, id, change) {
      const { organizationId } = actor
      const { isSecretNew, generation } = await database.tenant(organizationId, (tx) =>
        save(tx, actor, { id, change, options }),
      )
      const call = { organizationId, actorId: actor.userId }
      await link.call(ensureWebhookCall, { environmentId: id }, call).catch((error: unknown) => {
        // The settings are stored, so the worker applies them later.
        if (!(error instanceof AppError)) throw error
      })
      const state = await get(actor, id)
      if (!isSecretNew || state.webhook.status === 'registered') return state
      const secret = deriveHookSecret(master, id, generation).reveal()
      return { ...state, webhook: { ...state.webhook, secret } }
    },
  }
}

async function save(
  tx: Tx,
  actor: Actor,
  { id, change, options }: { id: Id<'env'>; change: AutoDeployChange; options: AutoDeployOptions },
): Promise<{ isSecretNew: boolean; generation: number }> {
  const { organizationId } = actor
  const environment = await requireChangeableEnvironment(tx, organizationId, id)
  requireVersion(actor, environment.version)
  await requirePossible(tx, actor, { environment, change })
  const known = await lockAutoDeploy(tx, organizationId, id)
  const generation = generationOf(environment, known, change)
  const isSecretNew = change.enabled && generation !== known?.secret_generation
  if (known !== undefined || change.enabled) {
    const sealed = (row: Id<'adp'>) =>
      options.sealer.seal(contextOf(hookSecret, row, organizationId), deriveHookSecret(options.master, id, generation))
    const row = known ?? (await insertNew(tx, organizationId, { id, sealed }))
    const isOld = isSecretNew && known !== undefined
    const secret = isOld ? { secret_generation: generation, sealed_secret: await sealed(row.id) } : {}
    await updateAutoDeploy(tx, organizationId, { id: row.id, ...secret, ...scheduleAfterChange(row, change) })
  }
  const { enabled, watchPaths, requireChecks, polling, rotateSecret } = change
  await saveAutoDeploy(tx, organizationId, { id, enabled, watchPaths, requireChecks })
  await recordAudit(tx, actor, {
    action: 'environment.auto_deploy_changed',
    targetKind: 'environment',
    targetId: id,
    detail: { enabled, watchPaths, requireChecks, polling, secretRotated: rotateSecret === true },
  })
  await publishEnvironmentUpdated(tx, organizationId, { id, projectId: environment.project_id, action: 'updated' })
  return { isSecretNew, generation }
}

async function requirePossible(
  tx: Tx,
  { organizationId }: Actor,
  { environment, change }: { environment: EnvironmentRow; change: AutoDeployChange },
): Promise<void> {
  if (!change.enabled) return
  const project = await requireProject(tx, organizationId, environment.project_id)
  if (project.source !== 'repository' || environment.branch === null)
    throw invalid('/enabled', 'unexpected', "can't be set: this project has no repository")
  if (change.requireChecks === true && project.git_provider_id === null)
    throw invalid('/requireChecks', 'unexpected', "needs a Git provider connection, which this project doesn't have")
}

/** Enabling auto-deploy again creates a new secret, because the old one could have leaked. */
function generationOf(
  environment: EnvironmentRow,
  known: AutoDeployRow | undefined,
  { enabled, rotateSecret }: AutoDeployChange,
): number {
  if (known === undefined) return 1
  const isNew = enabled && (rotateSecret === true || !environment.auto_deploy_enabled)
  return known.secret_generation + (isNew ? 1 : 0)
}

async function insertNew(
  tx: Tx,
  organizationId: Actor['organizationId'],
  { id, sealed }: { id: Id<'env'>; sealed: (row: Id<'adp'>) => Promise<string> },
): Promise<AutoDeployRow> {
  const row = newId('adp')
  return await insertAutoDeploy(tx, organizationId, { id: row, environmentId: id, sealedSecret: await sealed(row) })
}

const afterCallMs = 30_000

/** Schedules the worker's tasks after a change of settings. */
function scheduleAfterChange(row: AutoDeployRow, { enabled, polling }: AutoDeployChange): AutoDeployUpdate {
  const polls = polling ?? row.polls
  const now = new Date()
  // The call to the worker comes first. If it fails, the poller takes over.
  const afterCall = new Date(now.getTime() + afterCallMs)
  if (!enabled)
    return {
      hook_status: row.hook_id === null ? 'none' : 'removing',
      hook_problem: null,
      next_hook_check_at: afterCall,
      polls,
      next_poll_at: null,
      next_checks_at: null,
      waiting_commit: null,
    }
  return {
    ...(row.hook_status === 'registered' ? {} : { hook_status: 'pending' as const }),
    next_hook_check_at: afterCall,
    polls,
    next_poll_at: polls ? now : null,
  }
}

async function read(
  database: Database,
  { organizationId }: Actor,
  { id, publicUrl }: { id: Id<'env'>; publicUrl: string },
): Promise<AutoDeploy> {
  return await database.tenant(organizationId, async (tx) => {
    const environment = await requireEnvironment(tx, organizationId, id)
    const row = await findAutoDeploy(tx, organizationId, id)
    return {
      environmentId: id,
      enabled: environment.auto_deploy_enabled,
      watchPaths: environment.auto_deploy_watch_paths,
      requireChecks: environment.auto_deploy_require_checks,
      polling: row?.polls ?? false,
      webhook: {
        status: row?.hook_status ?? 'none',
        url: webhookUrl(publicUrl, id),
        secret: null,
        problem: row?.hook_problem ?? null,
        lastCheckedAt: row?.hook_checked_at ?? null,
      },
      version: environment.version,
    }
  })
}
