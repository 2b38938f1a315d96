/** Sets variables in the caller's transaction. The previous version is retired, not changed. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { recordAudit } from '../audit/index.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { environmentProblems } from './environments.problems.ts'
import { type EnvironmentRow, saveMissingVariables } from './environments.repository.ts'
import { keepVariablesInTrash } from './keep-variables-in-trash.action.ts'
import { MissingVariables } from './missing-variables.schemas.ts'
import { listServices } from './services.repository.ts'
import type { SealedVariable } from './variable-values.crypto.ts'
import {
  deleteUnusedVersions,
  insertVariables,
  listVariables,
  type NewVariable,
  retireVariables,
  type VariableRow,
} from './variables.repository.ts'
import type { VariableScope } from './variables.schemas.ts'

export interface VariableChanges {
  added: string[]
  changed: string[]
  removed: string[]
  unchanged: string[]
}

/** A variable whose value stays. Undefined settings stay too. */
interface KeptVariable {
  key: string
  service: string | null
  scope: VariableScope | undefined
  expand: boolean | undefined
}

export interface VariablePlan {
  changes: VariableChanges
  retired: Id<'var'>[]
  inserted: NewVariable[]
}

const maxVariables = 1_000

/** The environment's row must be locked, so the plan matches what will be changed. */
export async function planVariables(
  tx: Tx,
  { organizationId }: Actor,
  request: {
    id: Id<'env'>
    sealed: readonly SealedVariable[]
    kept: readonly KeptVariable[]
    keepsOthers: boolean
  },
): Promise<VariablePlan> {
  const services = await listServices(tx, organizationId, [request.id])
  const nameOf = new Map(services.map((service) => [service.id, service.name]))
  const idOf = new Map(services.map((service) => [service.name, service.id]))
  const rows = await listVariables(tx, organizationId, [request.id])
  const labelOf = (row: VariableRow) =>
    labelFor(row.key, row.service_id === null ? null : (nameOf.get(row.service_id) ?? null))
  const current = new Map(rows.map((row) => [labelOf(row), row]))
  const plan: VariablePlan = {
    changes: { added: [], changed: [], removed: [], unchanged: [] },
    retired: [],
    inserted: [],
  }
  const named = new Set(request.kept.map(({ key, service }) => labelFor(key, service)))
  for (const kept of request.kept) keepValue(plan, kept, current.get(labelFor(kept.key, kept.service)))
  for (const { service, ...variable } of request.sealed) {
    const label = labelFor(variable.key, service)
    named.add(label)
    const serviceId = service === null ? null : idOf.get(service)
    if (serviceId === undefined)
      throw invalid('/variables', 'not_found', `${label}: the environment has no service ${service ?? ''}`)
    setOne(plan, { label, before: current.get(label), variable: { ...variable, serviceId } })
  }
  const others = request.keepsOthers ? [] : rows.filter((row) => !named.has(labelOf(row)))
  plan.changes.removed.push(...others.map(labelOf))
  plan.retired.push(...others.map((row) => row.id))
  if (rows.length + plan.inserted.length - plan.retired.length > maxVariables)
    throw new AppError(environmentProblems.too_many_variables)
  return plan
}

function setOne(
  { changes, retired, inserted }: VariablePlan,
  { label, before, variable }: { label: string; before: VariableRow | undefined; variable: NewVariable },
): void {
  if (before === undefined) {
    changes.added.push(label)
    inserted.push(variable)
  } else if (isSame(before, variable)) changes.unchanged.push(label)
  else {
    changes.changed.push(label)
    retired.push(before.id)
    inserted.push({ ...variable, before })
  }
}

/** Without a new value, the settings can still change as long as the value is readable here. */
function keepValue(
  plan: VariablePlan,
  { key, service, scope, expand }: KeptVariable,
  before: VariableRow | undefined,
): void {
  const label = labelFor(key, service)
  const isKept = scope === undefined && expand === undefined
  if (before === undefined || before.value === null || isKept) plan.changes.unchanged.push(label)
  else {
    const { service_id: serviceId, value } = before
    const settings = { scope: scope ?? before.scope, expand: expand ?? before.expand }
    setOne(plan, { label, before, variable: { id: newId('var'), key, ...settings, serviceId, content: { value } } })
  }
}

async function applyPlan(
  tx: Tx,
  { organizationId, userId }: Actor,
  environmentId: Id<'env'>,
  { retired, inserted }: VariablePlan,
): Promise<void> {
  await retireVariables(tx, organizationId, retired)
  await insertVariables(tx, organizationId, { environmentId, variables: inserted, updatedBy: userId })
  await deleteUnusedVersions(tx, organizationId, environmentId)
}

/** Stores the plan, and which variables still need a value. */
export async function storePlan(
  tx: Tx,
  actor: Actor,
  { row, plan, keepsOthers }: { row: EnvironmentRow; plan: VariablePlan; keepsOthers: boolean },
): Promise<void> {
  await applyPlan(tx, actor, row.id, plan)
  await keepVariablesInTrash(tx, actor, { row, plan })
  const set = new Set([...plan.changes.added, ...plan.changes.changed])
  const missing = MissingVariables.parse(row.missing_variables).filter(
    ({ key, service }) => keepsOthers && !set.has(labelFor(key, service)),
  )
  await saveMissingVariables(tx, actor.organizationId, { id: row.id, missing })
  await announceVariables(tx, actor, row, plan.changes)
}

/** Publishes keys, never values, and nothing when nothing changed. */
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

/** A key that belongs to a single service is written as `service/KEY`. */
export function labelFor(key: string, service: string | null): string {
  return service === null ? key : `${service}/${key}`
}

/** The API can't read secret values, so each counts as new. */
function isSame(
  before: VariableRow,
  { scope, expand, content }: Pick<NewVariable, 'scope' | 'expand' | 'content'>,
): boolean {
  return before.scope === scope && before.expand === expand && 'value' in content && before.value === content.value
}
