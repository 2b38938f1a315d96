/** Puts variables into force, in the caller's transaction: the version before is retired, not changed. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { recordAudit } from '../audit/index.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { environmentProblems } from './environments.problems.ts'
import type { EnvironmentRow } from './environments.repository.ts'
import { listServices } from './services.repository.ts'
import type { SealedVariable } from './variable-values.ts'
import {
  deleteUnusedVersions,
  insertVariables,
  listVariables,
  type NewVariable,
  retireVariables,
  type VariableRow,
} from './variables.repository.ts'

export interface VariableChanges {
  added: string[]
  changed: string[]
  removed: string[]
  unchanged: string[]
}

const maxVariables = 1_000

export async function applyVariables(
  tx: Tx,
  { organizationId, userId }: Actor,
  { environmentId, variables }: { environmentId: Id<'env'>; variables: readonly SealedVariable[] },
): Promise<VariableChanges> {
  const services = await listServices(tx, organizationId, [environmentId])
  const idOfName = new Map(services.map((service) => [service.name, service.id]))
  const rows = await listVariables(tx, organizationId, [environmentId])
  const current = new Map(rows.map((row) => [placeOf(row.key, row.service_id), row]))
  const changes: VariableChanges = { added: [], changed: [], removed: [], unchanged: [] }
  const retired: Id<'var'>[] = []
  const inserted: NewVariable[] = []
  for (const [index, { service, ...variable }] of variables.entries()) {
    const serviceId = service === null ? null : idOfName.get(service)
    if (serviceId === undefined)
      throw invalid(`/variables/${index}/service`, 'not_found', `must be one of ${[...idOfName.keys()].join(', ')}`)
    const before = current.get(placeOf(variable.key, serviceId))
    if (before !== undefined && isSame(before, variable)) {
      changes.unchanged.push(variable.key)
      continue
    }
    if (before !== undefined) retired.push(before.id)
    changes[before === undefined ? 'added' : 'changed'].push(variable.key)
    inserted.push({ ...variable, serviceId, ...(before === undefined ? {} : { before }) })
  }
  if (rows.length + changes.added.length > maxVariables) throw new AppError(environmentProblems.too_many_variables)
  await retireVariables(tx, organizationId, retired)
  await insertVariables(tx, organizationId, { environmentId, variables: inserted, updatedBy: userId })
  await deleteUnusedVersions(tx, organizationId, environmentId)
  return changes
}

/** Keys, never values. Nothing is told when nothing changed. */
export async function announceVariables(
  tx: Tx,
  actor: Actor,
  row: EnvironmentRow,
  changes: VariableChanges,
): Promise<void> {
  const { added, changed, removed } = changes
  if (added.length + changed.length + removed.length === 0) return
  await recordAudit(tx, actor, {
    action: 'environment.variables_changed',
    targetKind: 'environment',
    targetId: row.id,
    detail: { added, changed, removed },
  })
  await publishEnvironmentUpdated(tx, actor.organizationId, {
    id: row.id,
    projectId: row.project_id,
    action: 'variables_changed',
  })
}

export function placeOf(key: string, serviceId: Id<'svc'> | null): string {
  return `${key} ${serviceId ?? ''}`
}

/** Of a secret nobody here knows whether it is the same: it counts as new. */
function isSame(before: VariableRow, { scope, content }: Pick<NewVariable, 'scope' | 'content'>): boolean {
  return before.scope === scope && 'value' in content && before.value === content.value
}
