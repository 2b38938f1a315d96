/** The template that an environment was created from, and its updates. A person starts each update. */
import type { Template, TemplateInput } from '@longshore/analyzer/template'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordAudit } from '../audit/index.ts'
import type { ConfiguredServices } from '../environments/environments.schemas.ts'
import {
  type EnvironmentRow,
  listVariables,
  planVariables,
  requireEnvironment,
  sealVariable,
  storePlan,
} from '../environments/index.ts'
import type { ComposeCheck } from '../projects/compose-file.schemas.ts'
import type { ComposeFileService } from '../projects/index.ts'
import { catalogProblems } from './catalog.problems.ts'
import type { EnvironmentTemplate, UpdateTemplate } from './environment-template.schemas.ts'
import {
  type EnvironmentTemplateRow,
  findEnvironmentTemplate,
  updateEnvironmentTemplate,
} from './environment-templates.repository.ts'
import { withScopes } from './input-scopes.policy.ts'
import type { OpenedTemplate, TemplateOpener } from './open-template.service.ts'
import { resolveInputs } from './template-inputs.crypto.ts'
import { notesBetween } from './upgrade-notes.policy.ts'

export interface EnvironmentTemplateService {
  get(actor: Actor, id: Id<'env'>): Promise<EnvironmentTemplate>
  update(actor: Actor, id: Id<'env'>, body: UpdateTemplate): Promise<ConfiguredServices>
}

export interface EnvironmentTemplateOptions {
  database: Database
  sealer: Sealer
  opener: TemplateOpener
  composeFiles: ComposeFileService
}

export function createEnvironmentTemplateService(options: EnvironmentTemplateOptions): EnvironmentTemplateService {
  const { database, opener, composeFiles } = options
  const checks = createCheckCache()
  return {
    async get(actor, id) {
      const { row, version, known } = await readUsed(database, actor, id)
      const latest = findLatest(opener, row)
      const { name, title, source, firstBackup, createdAt, updatedAt } = row
      const hasUpdate = latest !== undefined && latest.used.revision !== row.revision
      const check = hasUpdate
        ? await checks(`${id} ${version} ${latest.used.revision}`, () =>
            composeFiles.validate(actor, id, latest.compose),
          )
        : null
      return {
        ...{ name, title, version: row.version, revision: row.revision, source },
        latest: latest === undefined ? null : { version: latest.used.version, revision: latest.used.revision },
        hasUpdate,
        changes: check === null ? null : check.changes,
        removesData: check === null ? [] : check.removesData,
        upgradeNotes: hasUpdate ? notesFor(row, latest.template) : [],
        missingInputs: hasUpdate ? missingInputs(latest.template.inputs, known) : [],
        firstSteps: latest?.template.firstSteps ?? null,
        ...{ firstBackup, createdAt, updatedAt },
      }
    },
    async update(actor, id, body) {
      const { row, known } = await readUsed(database, actor, id)
      const opened = await openUpdate(opener, actor, { row, body })
      const { report, isAllowed } = await opener.read(actor, opened)
      if (!isAllowed) throw new AppError(catalogProblems.template_not_deployable)
      const { compose, template } = opened
      const { removeData, skipFinalBackup } = body
      const inputs = withScopes(resolveInputs(template.inputs, body.inputs, known), report)
      if (inputs.length > 0 && !actor.permissions.has('variables:write'))
        throw new AppError(platformProblems.forbidden, 'This also needs the permission variables:write.')
      const sealed = await Promise.all(inputs.map((input) => sealVariable(options.sealer, actor.organizationId, input)))
      return await composeFiles.save(actor, id, { compose, removeData, skipFinalBackup }, async (tx, environment) => {
        await saveInputs(tx, actor, { environment, sealed })
        await move(tx, actor, { id, row, opened })
      })
    },
  }
}

interface Used {
  row: EnvironmentTemplateRow
  /** Version of the environment. */
  version: number
  /** Keys of variables that all services get. */
  known: ReadonlySet<string>
}

async function readUsed(database: Database, { organizationId }: Actor, id: Id<'env'>): Promise<Used> {
  return await database.tenant(organizationId, async (tx) => {
    const { version } = await requireEnvironment(tx, organizationId, id)
    const row = await findEnvironmentTemplate(tx, organizationId, id)
    if (row === undefined) throw new AppError(catalogProblems.no_template)
    const variables = await listVariables(tx, organizationId, [id])
    const known = variables.filter(({ service_id: serviceId }) => serviceId === null).map(({ key }) => key)
    return { row, version, known: new Set(known) }
  })
}

/** A later release can lack a template that an earlier one had. */
function findLatest(opener: TemplateOpener, { name }: EnvironmentTemplateRow): OpenedTemplate | undefined {
  if (name === null) return undefined
  try {
    return opener.builtIn(name)
  } catch (error) {
    if (error instanceof AppError && error.problem === catalogProblems.template_not_found) return undefined
    throw error
  }
}

function notesFor({ version }: EnvironmentTemplateRow, template: Template): Template['upgradeNotes'] {
  return notesBetween(template.upgradeNotes, { from: version, to: template.version })
}

function missingInputs(inputs: readonly TemplateInput[], known: ReadonlySet<string>): TemplateInput[] {
  return inputs.filter(({ key }) => !known.has(key))
}

async function openUpdate(
  opener: TemplateOpener,
  actor: Actor,
  { row, body: { revision, source } }: { row: EnvironmentTemplateRow; body: UpdateTemplate },
): Promise<OpenedTemplate> {
  if (source !== undefined) {
    if (row.name !== null)
      throw new AppError(catalogProblems.template_changed, 'The environment uses a template of the catalog.', {
        hint: 'Send the revision of the template in the catalog instead of a source.',
      })
    return requireOther(row, await opener.pinned(actor, source))
  }
  const latest = findLatest(opener, row)
  if (latest === undefined) throw new AppError(catalogProblems.template_not_found)
  if (latest.used.revision !== revision) throw new AppError(catalogProblems.template_changed)
  return requireOther(row, latest)
}

function requireOther({ revision }: EnvironmentTemplateRow, opened: OpenedTemplate): OpenedTemplate {
  if (opened.used.revision === revision) throw new AppError(catalogProblems.template_has_no_update)
  return opened
}

async function saveInputs(
  tx: Tx,
  actor: Actor,
  { environment, sealed }: { environment: EnvironmentRow; sealed: Awaited<ReturnType<typeof sealVariable>>[] },
): Promise<void> {
  if (sealed.length === 0) return
  const plan = await planVariables(tx, actor, { id: environment.id, sealed, kept: [], keepsOthers: true })
  await storePlan(tx, actor, { row: environment, plan, keepsOthers: true })
}

async function move(
  tx: Tx,
  actor: Actor,
  { id, row, opened: { used } }: { id: Id<'env'>; row: EnvironmentTemplateRow; opened: OpenedTemplate },
): Promise<void> {
  await updateEnvironmentTemplate(tx, actor.organizationId, { environmentId: id, used })
  await recordAudit(tx, actor, {
    action: 'environment.template_updated',
    targetKind: 'environment',
    targetId: id,
    detail: { title: used.title, from: row.version, to: used.version, revision: used.revision },
  })
}

const mostChecks = 200

/** Pages read the template often, and each check starts a process that reads two files. */
function createCheckCache(): (key: string, check: () => Promise<ComposeCheck>) => Promise<ComposeCheck> {
  const known = new Map<string, ComposeCheck>()
  return async (key, check) => {
    const found = known.get(key) ?? (await check())
    known.delete(key)
    known.set(key, found)
    const [oldest] = known.keys()
    if (known.size > mostChecks && oldest !== undefined) known.delete(oldest)
    return found
  }
}
