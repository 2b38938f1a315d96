/**
 * Deploys a template in one call: project, environment, variables, domain, backups, and first deployment commit
 * together. The compose file is stored as the template has it.
 */
import type { Template } from '@longshore/analyzer/template'
import type { Actor } from '../../platform/access/actor.ts'
import type { Permission } from '../../platform/access/permissions.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { PrepareFirstBackups } from '../backups/index.ts'
import type { FirstDomain } from '../domains/routing/attached-domains.schemas.ts'
import { requireTarget, sealVariable } from '../environments/index.ts'
import { readRecentUse } from '../metrics/index.ts'
import {
  type AttachFirst,
  addProject,
  createFirstEnvironment,
  type FirstEnvironmentParts,
  fileVariablesOf,
  prepareSource,
  requireSuggestion,
} from '../projects/index.ts'
import { findServer } from '../servers/index.ts'
import { catalogProblems } from './catalog.problems.ts'
import type { DeployedTemplate, DeployTemplate } from './deploy-template.schemas.ts'
import { insertEnvironmentTemplate } from './environment-templates.repository.ts'
import { withScopes } from './input-scopes.policy.ts'
import type { OpenedTemplate, TemplateOpener } from './open-template.service.ts'
import { resolveInputs } from './template-inputs.crypto.ts'

export interface DeployTemplateService {
  deploy(actor: Actor, body: DeployTemplate): Promise<DeployedTemplate>
}

export interface DeployTemplateOptions extends FirstEnvironmentParts {
  database: Database
  clock: Clock
  opener: TemplateOpener
  prepareBackups: PrepareFirstBackups
  /** Prepares a domain before the transaction; the returned function attaches it inside. */
  firstDomain(body: FirstDomain): Promise<AttachFirst>
}

export function createDeployTemplateService(options: DeployTemplateOptions): DeployTemplateService {
  const { database, sealer, clock, opener } = options
  return {
    async deploy(actor, body) {
      requirePermissions(actor, body)
      const { organizationId } = actor
      const opened = await openWanted(opener, actor, body)
      const { used, template, compose } = opened
      const given = resolveInputs(template.inputs, body.inputs)
      const { report, isAllowed } = await opener.read(actor, opened)
      if (!isAllowed) throw new AppError(catalogProblems.template_not_deployable)
      const inputs = withScopes(given, report)
      const suggestion = requireSuggestion(report, 'compose')
      const names = new Set(suggestion.services.map(({ name }) => name))
      // Sealed before the transaction that stores them, under their final IDs.
      const variables = await Promise.all(
        [...inputs, ...fileVariablesOf(report, inputs, names)].map((one) => sealVariable(sealer, organizationId, one)),
      )
      const id = newId('prj')
      const source = await prepareSource(sealer, { id, organizationId }, { compose })
      if (source === undefined) throw new TypeError('compose text is a source')
      const domain = await prepareDomain(options, body, template)
      const backups = await prepareBackups(options, actor, { body, template })
      return await createOnce(database, actor, async (tx) => {
        await requireTarget(tx, actor, { serverId: body.serverId, pointer: '/serverId' })
        const name = body.projectName ?? template.title
        const stored = await source(tx, organizationId)
        const project = await addProject(tx, actor, { id, name, description: template.summary, source: stored })
        const first = await createFirstEnvironment(tx, actor, {
          ...{ project, report, suggestion, variables, branch: null, serverId: body.serverId },
          name: body.environment,
          given: inputs,
          isDeployed: body.deploy,
          parts: options,
          async attach(_, by, environmentId) {
            await domain?.(tx, by, environmentId)
            await backups.prepared?.attach(tx, by, environmentId)
            const firstBackup = backups.prepared === null ? 'none' : 'waiting'
            await insertEnvironmentTemplate(tx, organizationId, { environmentId, used, firstBackup })
          },
        })
        const { title, version, revision } = used
        return {
          ...first,
          template: { name: used.name, title, version, revision },
          backups: { state: backups.state, destination: backups.prepared?.destination ?? null },
          warnings: await findWarnings(tx, actor, { body, template, now: clock.now() }),
        }
      })
    },
  }
}

/** One call combines several permissions; a token needs each one that it uses. */
function requirePermissions(actor: Actor, { domain, backups, deploy }: DeployTemplate): void {
  const needed: Permission[] = ['projects:write', 'variables:write']
  if (deploy) needed.push('deployments:write')
  if (domain !== undefined) needed.push('domains:write')
  if (backups.enabled) needed.push('backups:write')
  const missing = needed.filter((permission) => !actor.permissions.has(permission))
  if (missing.length === 0) return
  const hint = missing.includes('backups:write')
    ? { hint: 'Ask an administrator for the permission, or turn off backups (`backups.enabled`).' }
    : {}
  throw new AppError(platformProblems.forbidden, `This also needs the permission ${missing.join(', ')}.`, hint)
}

async function openWanted(
  opener: TemplateOpener,
  actor: Actor,
  { template, source }: DeployTemplate,
): Promise<OpenedTemplate> {
  if (source !== undefined) return await opener.pinned(actor, source)
  return opener.builtIn(template ?? '')
}

async function prepareDomain(
  { firstDomain }: DeployTemplateOptions,
  { domain }: DeployTemplate,
  { web }: Template,
): Promise<AttachFirst | null> {
  return domain === undefined ? null : await firstDomain({ ...domain, service: domain.service ?? web })
}

async function prepareBackups(
  options: DeployTemplateOptions,
  actor: Actor,
  { body: { backups }, template }: { body: DeployTemplate; template: Template },
) {
  if (!backups.enabled || template.data.length === 0) return { state: 'off' as const, prepared: null }
  const choice = { destinationId: backups.destinationId, pointer: '/backups/destinationId' }
  const prepared = await options.prepareBackups(actor, choice)
  return { state: prepared === null ? ('needs_storage' as const) : ('on' as const), prepared }
}

const mebibyte = 1 << 20
const usedWithinSeconds = 180

/** A server with too little free memory still gets the deployment: people know what else they will stop. */
async function findWarnings(
  tx: Tx,
  { organizationId }: Actor,
  { body, template, now }: { body: DeployTemplate; template: Template; now: Date },
): Promise<DeployedTemplate['warnings']> {
  const { serverId } = body
  const server = await findServer(tx, organizationId, serverId)
  const { use } = await readRecentUse(tx, organizationId, { serverId, now, restartSeconds: usedWithinSeconds })
  const newest = use?.at(-1)
  const freeBytes =
    newest === undefined
      ? server?.facts?.resources.memoryBytes
      : Math.max(0, newest.memoryBytes - newest.memoryUsedBytes)
  if (freeBytes === undefined || freeBytes >= template.minimumMemoryMb * mebibyte) return []
  const free = Math.floor(freeBytes / mebibyte)
  const message = `${template.title} needs ${template.minimumMemoryMb} MiB of memory, and the server has ${free} MiB free.`
  return [{ code: 'low_memory', message }]
}
