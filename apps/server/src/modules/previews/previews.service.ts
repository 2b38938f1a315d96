/** Preview settings of a project. Runs in the worker do the rest. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Permission } from '../../platform/access/permissions.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, type FieldError, invalid } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { type Page, type PageQuery, toPage } from '../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { recordAudit } from '../audit/index.ts'
import { findEnvironment, findExpandFault, isInBuilds, isLoaderKey, listServices } from '../environments/index.ts'
import { publishProjectUpdated, requireProject } from '../projects/index.ts'
import { toPreview, toPreviewSettings } from './preview.mapper.ts'
import {
  findPreviewSettings,
  listPreviewVariables,
  type NewPreviewVariable,
  type PreviewSettingsChange,
  putPreviewSettings,
  replacePreviewVariables,
} from './preview-settings.repository.ts'
import { previewVariableValue } from './preview-variable-values.crypto.ts'
import { previewProblems } from './previews.problems.ts'
import { countOpenPreviews, listPreviews, listUnclosedPreviews } from './previews.repository.ts'
import type { Preview, PreviewSettings, UpdatePreviewSettings } from './previews.schemas.ts'
import { startSync } from './start-sync.action.ts'

export interface PreviewsService {
  settings(actor: Actor, projectId: Id<'prj'>): Promise<PreviewSettings>
  update(actor: Actor, projectId: Id<'prj'>, body: UpdatePreviewSettings): Promise<PreviewSettings>
  list(actor: Actor, projectId: Id<'prj'>, query: PageQuery): Promise<Page<Preview>>
}

export interface PreviewsOptions {
  database: Database
  sealer: Sealer
  /** URL of an environment; null if it has none yet. */
  addressOf(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<string | null>
}

export function createPreviewsService({ database, sealer, addressOf }: PreviewsOptions): PreviewsService {
  return {
    settings: (actor, projectId) =>
      database.tenant(actor.organizationId, async (tx) => {
        await requireProject(tx, actor.organizationId, projectId)
        return await readSettings(tx, actor, projectId)
      }),
    async update(actor, projectId, body) {
      requirePermissions(actor, body)
      const variables = body.variables === undefined ? null : await sealAll(sealer, actor, body.variables)
      return await database.tenant(actor.organizationId, (tx) => update(tx, actor, { projectId, body, variables }))
    },
    list: (actor, projectId, { cursor, limit }) =>
      database.tenant(actor.organizationId, async (tx) => {
        const { organizationId } = actor
        await requireProject(tx, organizationId, projectId)
        const rows = await listPreviews(tx, organizationId, { projectId, before: cursor, limit })
        const items: Preview[] = []
        for (const row of rows) {
          const { environment_id: environmentId } = row
          const address = environmentId === null ? null : await addressOf(tx, organizationId, environmentId)
          items.push(toPreview(row, address))
        }
        return toPage(items, limit)
      }),
  }
}

/** One call combines several permissions. Allowing a secret shows it to everyone who can push a branch. */
function requirePermissions(actor: Actor, { variables, allowedSecrets = [] }: UpdatePreviewSettings): void {
  const needed: Permission[] = []
  if (variables !== undefined) needed.push('variables:write')
  if (allowedSecrets.length > 0) needed.push('secrets:reveal')
  const missing = needed.filter((permission) => !actor.permissions.has(permission))
  if (missing.length > 0)
    throw new AppError(platformProblems.forbidden, `This also needs the permission ${missing.join(', ')}.`)
}

async function sealAll(
  sealer: Sealer,
  { organizationId }: Actor,
  variables: NonNullable<UpdatePreviewSettings['variables']>,
): Promise<NewPreviewVariable[]> {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  variables.forEach(({ key, value, secret, scope = 'runtime', expand = false, service = '' }, index) => {
    const pointer = `/variables/${index}/key`
    if (seen.has(`${key} ${service}`)) errors.push({ pointer, code: 'duplicate', message: 'appears twice' })
    seen.add(`${key} ${service}`)
    if (isInBuilds(scope) && isLoaderKey(key))
      errors.push({
        pointer,
        code: 'loader_variable',
        message: 'must be runtime: it would affect the build tools',
      })
    const fault = findExpandFault({ value, secret: secret ?? !expand, scope, expand })
    if (fault !== null) errors.push({ pointer: `/variables/${index}/value`, ...fault })
  })
  if (errors.length > 0) throw new AppError(platformProblems.validation_failed, undefined, { errors })
  return await Promise.all(
    variables.map(async ({ key, value, expand = false, secret = !expand, scope = 'runtime', service = null }) => {
      const id = newId('var')
      const content = secret
        ? { sealedValue: await sealer.seal(contextOf(previewVariableValue, id, organizationId), value) }
        : { value }
      return { id, key, serviceName: service, scope, expand, content }
    }),
  )
}

async function update(
  tx: Tx,
  actor: Actor,
  request: { projectId: Id<'prj'>; body: UpdatePreviewSettings; variables: NewPreviewVariable[] | null },
): Promise<PreviewSettings> {
  const { organizationId } = actor
  const { projectId, body, variables } = request
  const project = await requireProject(tx, organizationId, projectId)
  const before = await findPreviewSettings(tx, organizationId, projectId)
  requireVersion(actor, before?.version ?? 0)
  const change = toChange(body, before?.template_environment_id ?? null)
  const isEnabled = change.is_enabled ?? before?.is_enabled ?? false
  if (isEnabled && (project.source !== 'repository' || project.git_provider_id === null))
    throw new AppError(previewProblems.previews_need_account)
  const template = change.template_environment_id ?? before?.template_environment_id ?? null
  await requireTemplate(tx, actor, { projectId, template, isEnabled, seed: change.seed ?? null })
  await putPreviewSettings(tx, organizationId, { projectId, ...change })
  if (variables !== null) await replacePreviewVariables(tx, organizationId, { projectId, variables })
  if (!isEnabled)
    for (const preview of await listUnclosedPreviews(tx, organizationId, projectId))
      await startSync(tx, organizationId, preview.id)
  const settings = await readSettings(tx, actor, projectId)
  await recordAudit(tx, actor, {
    action: 'project.previews_changed',
    targetKind: 'project',
    targetId: projectId,
    detail: auditDetail(body),
  })
  await publishProjectUpdated(tx, organizationId, { projectId, changed: 'project', action: 'previews_changed' })
  return settings
}

/** Contains keys, never values. */
function auditDetail({ variables, templateEnvironmentId: template, ...rest }: UpdatePreviewSettings) {
  return {
    ...rest,
    ...(template == null ? {} : { templateEnvironmentId: encodeId('env', template) }),
    ...(variables === undefined ? {} : { variables: variables.map(({ key }) => key) }),
  }
}

/** Secrets are allowed for one template; another template's secrets must be allowed again. */
function toChange(body: UpdatePreviewSettings, templateBefore: Id<'env'> | null): PreviewSettingsChange {
  const { templateEnvironmentId: template } = body
  const isOther = template !== undefined && template !== templateBefore
  return {
    ...(isOther ? { allowed_secrets: [] } : {}),
    ...(body.enabled === undefined ? {} : { is_enabled: body.enabled }),
    ...(body.templateEnvironmentId === undefined ? {} : { template_environment_id: body.templateEnvironmentId }),
    ...(body.maxOpen === undefined ? {} : { max_open: body.maxOpen }),
    ...(body.lifetimeHours === undefined ? {} : { lifetime_hours: body.lifetimeHours }),
    ...(body.seedCommand === undefined ? {} : { seed: body.seedCommand }),
    ...(body.allowedSecrets === undefined ? {} : { allowed_secrets: [...new Set(body.allowedSecrets)] }),
  }
}

async function requireTemplate(
  tx: Tx,
  { organizationId }: Actor,
  wanted: {
    projectId: Id<'prj'>
    template: Id<'env'> | null
    isEnabled: boolean
    seed: UpdatePreviewSettings['seedCommand'] | null
  },
): Promise<void> {
  const pointer = '/templateEnvironmentId'
  if (wanted.template === null) {
    if (wanted.isEnabled) throw invalid(pointer, 'required', 'is required: previews are copied from an environment')
    return
  }
  const environment = await findEnvironment(tx, organizationId, wanted.template)
  if (environment === undefined || environment.project_id !== wanted.projectId)
    throw invalid(pointer, 'not_found', "isn't an environment of this project")
  if (environment.preview_number !== null) throw invalid(pointer, 'is_preview', 'is a preview itself')
  if (wanted.seed == null) return
  const names = (await listServices(tx, organizationId, [environment.id])).map(({ name }) => name)
  if (!names.includes(wanted.seed.service))
    throw invalid('/seedCommand/service', 'not_found', `must be one of ${names.join(', ')}`)
}

async function readSettings(tx: Tx, actor: Actor, projectId: Id<'prj'>): Promise<PreviewSettings> {
  const { organizationId } = actor
  return toPreviewSettings({
    projectId,
    row: await findPreviewSettings(tx, organizationId, projectId),
    variables: await listPreviewVariables(tx, organizationId, projectId),
    open: await countOpenPreviews(tx, organizationId, { projectId, except: null }),
    showsValues: actor.permissions.has('variables:write'),
  })
}
