/** Stores an edited compose file and what it changes, in the caller's transaction, which has locked the environment. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordAudit } from '../audit/index.ts'
import type { ConfiguredServices } from '../environments/environments.schemas.ts'
import {
  type EnvironmentDependencies,
  type EnvironmentRow,
  listEnvironmentsOf,
  listVariables,
  planVariables,
  readConfiguredServices,
  replaceServices,
  requireEnvironment,
  saveMissingVariables,
  storePlan,
  updateEnvironment,
} from '../environments/index.ts'
import { MissingVariables } from '../environments/missing-variables.schemas.ts'
import type { ComposeComparison } from './compare-compose.mapper.ts'
import type { SaveCompose } from './compose-file.schemas.ts'
import { deleteOtherComposeFiles, insertComposeFile } from './compose-files.repository.ts'

export interface ComposeSave {
  row: EnvironmentRow
  body: SaveCompose
  comparison: ComposeComparison
  file: { id: string; sealedText: string }
  sealer: Sealer
  dependencies: EnvironmentDependencies
}

export async function saveComposeChanges(tx: Tx, actor: Actor, save: ComposeSave): Promise<ConfiguredServices> {
  const { row, file, sealer, dependencies, comparison } = save
  const { organizationId } = actor
  const { id, project_id: projectId } = row
  await insertComposeFile(tx, organizationId, { ...file, projectId, createdBy: actor.userId })
  await updateEnvironment(tx, organizationId, { id, compose_file_id: file.id })
  const { removeData, skipFinalBackup } = save.body
  const body = { services: comparison.services, removeData, skipFinalBackup }
  await replaceServices(tx, actor, { row, body, sealer, dependencies })
  await saveVariables(tx, actor, save)
  const environments = await listEnvironmentsOf(tx, organizationId, [projectId])
  const used = environments.flatMap(({ compose_file_id: each }) => (each === null ? [] : [each]))
  await deleteOtherComposeFiles(tx, organizationId, { projectId, used })
  const { changes } = comparison.check
  await recordAudit(tx, actor, {
    action: 'environment.compose_saved',
    targetKind: 'environment',
    targetId: id,
    detail: { changes: changes.length },
  })
  return await readConfiguredServices(tx, actor, {
    row: await requireEnvironment(tx, organizationId, id),
    dependencies,
  })
}

async function saveVariables(tx: Tx, actor: Actor, { row, comparison: { variables } }: ComposeSave): Promise<void> {
  const { set, removed, missing } = variables
  const { organizationId } = actor
  const { id } = row
  if (set.length + removed.length > 0) {
    if (!actor.permissions.has('variables:write'))
      throw new AppError(platformProblems.forbidden, 'This also needs the permission variables:write.')
    const sealed = set.map(({ value, ...variable }) => ({ ...variable, id: newId('var'), content: { value } }))
    const plan = await planVariables(tx, actor, { id, sealed, kept: [], keepsOthers: true })
    const gone = new Set(removed.map((variable) => variable.id))
    const rows = await listVariables(tx, organizationId, [id])
    plan.retired.push(...rows.filter((variable) => gone.has(variable.id)).map((variable) => variable.id))
    plan.changes.removed.push(...removed.map(({ key }) => key))
    await storePlan(tx, actor, { row, plan, keepsOthers: true })
  }
  if (missing.length === 0) return
  const { missing_variables: stored } = await requireEnvironment(tx, organizationId, id)
  const before = MissingVariables.parse(stored)
  const added = missing.filter((one) => !before.some(({ key, service }) => key === one.key && service === one.service))
  await saveMissingVariables(tx, organizationId, { id, missing: [...before, ...added] })
}
