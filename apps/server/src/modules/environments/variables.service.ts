/**
 * Variables as people set them. Secret values are sealed before anything is stored, and a new value is a new version.
 */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { readContainerVariables } from './container-variables.query.ts'
import type { ContainerVariables } from './container-variables.schemas.ts'
import type { EnvironmentDependencies } from './environment-dependencies.query.ts'
import { type EnvironmentRow, saveMissingVariables } from './environments.repository.ts'
import { keepVariablesInTrash } from './keep-variables-in-trash.action.ts'
import { MissingVariables } from './missing-variables.schemas.ts'
import { readPendingChanges, requireChangeableEnvironment, requireEnvironment } from './read-environment.query.ts'
import { listServices } from './services.repository.ts'
import { announceVariables, planVariables, storePlan } from './set-variables.action.ts'
import { toVariable } from './variable.mapper.ts'
import { completeVariables, type GivenVariable, givenVariables, type RequestFault } from './variable-requests.policy.ts'
import { type SealedVariable, sealVariable } from './variable-values.crypto.ts'
import { listVariables, retireVariables, type VariableRow } from './variables.repository.ts'
import type { AddVariables, ReplacedVariables, ReplaceVariables, Variables } from './variables.schemas.ts'

export interface VariablesService {
  list(actor: Actor, id: Id<'env'>): Promise<Variables>
  /** Lists what containers get, including variables from databases and from Longshore. */
  listOfContainers(actor: Actor, id: Id<'env'>): Promise<ContainerVariables>
  add(actor: Actor, id: Id<'env'>, body: AddVariables): Promise<Variables>
  replace(actor: Actor, id: Id<'env'>, body: ReplaceVariables & { dryRun: boolean }): Promise<ReplacedVariables>
  remove(actor: Actor, id: Id<'env'>, variable: { key: string; service: string | undefined }): Promise<void>
}

interface Options {
  database: Database
  sealer: Sealer
  dependencies: EnvironmentDependencies
}

export function createVariablesService(options: Options): VariablesService {
  const { database } = options
  return {
    list: (actor, id) =>
      database.tenant(actor.organizationId, async (tx) => {
        const row = await requireEnvironment(tx, actor.organizationId, id)
        return await readVariables(tx, actor, { row, ...options })
      }),
    listOfContainers: ({ organizationId, role }, id) =>
      database.tenant(organizationId, async (tx) => {
        const row = await requireEnvironment(tx, organizationId, id)
        const wanted = { row, ...options, showsValues: role !== 'viewer' }
        return { items: await readContainerVariables(tx, organizationId, wanted) }
      }),
    async add(actor, id, body) {
      const given = givenVariables({ ...body, variables: body.variables.map(withSealed), keepOthers: true }).given
      const sealed = await sealGiven(options, actor, { id, given })
      return await createOnce(database, actor, async (tx) => {
        const row = await requireChangeableEnvironment(tx, actor.organizationId, id)
        const plan = await planVariables(tx, actor, { id, ...sealed, keepsOthers: true })
        await storePlan(tx, actor, { row, plan, keepsOthers: true })
        return await readVariables(tx, actor, { row, ...options })
      })
    },
    async replace(actor, id, { dryRun, ...body }) {
      const { given, faults } = givenVariables(body)
      requireNone(faults)
      const sealed = await sealGiven(options, actor, { id, given })
      return await database.tenant(actor.organizationId, async (tx) => {
        const row = await requireChangeableEnvironment(tx, actor.organizationId, id)
        const plan = await planVariables(tx, actor, { id, ...sealed, keepsOthers: body.keepOthers })
        if (!dryRun) await storePlan(tx, actor, { row, plan, keepsOthers: body.keepOthers })
        return { ...(await readVariables(tx, actor, { row, ...options })), changes: plan.changes }
      })
    },
    remove: (actor, id, variable) =>
      database.tenant(actor.organizationId, async (tx) => {
        const { organizationId } = actor
        const row = await requireChangeableEnvironment(tx, organizationId, id)
        const missing = MissingVariables.parse(row.missing_variables)
        const left = missing.filter(
          ({ key, service }) => key !== variable.key || service !== (variable.service ?? null),
        )
        await saveMissingVariables(tx, organizationId, { id, missing: left })
        const changes = { added: [], changed: [], removed: [variable.key], unchanged: [] }
        if (left.length === missing.length) {
          const found = await requireVariable(tx, actor, { id, ...variable })
          await retireVariables(tx, organizationId, [found.id])
          await keepVariablesInTrash(tx, actor, { row, plan: { changes, retired: [found.id] } })
        }
        await announceVariables(tx, actor, row, changes)
      }),
  }
}

async function readVariables(
  tx: Tx,
  actor: Actor,
  { row, dependencies }: { row: EnvironmentRow; dependencies: EnvironmentDependencies },
): Promise<Variables> {
  const { organizationId } = actor
  const services = await listServices(tx, organizationId, [row.id])
  const rows = await listVariables(tx, organizationId, [row.id])
  return {
    items: rows.map((variable) => toVariable(variable, { services, showsValues: actor.role !== 'viewer' })),
    pendingChanges: await readPendingChanges(tx, organizationId, { row, services, dependencies }),
  }
}

/** Sealing takes a while, so it happens before the transaction that locks the row. */
async function sealGiven(
  { database, sealer }: Options,
  { organizationId, role }: Actor,
  { id, given }: { id: Id<'env'>; given: readonly GivenVariable[] },
): Promise<{ sealed: SealedVariable[]; kept: readonly GivenVariable[] }> {
  const known = await database.tenant(organizationId, async (tx) => {
    const row = await requireEnvironment(tx, organizationId, id)
    const services = await listServices(tx, organizationId, [id])
    const rows = await listVariables(tx, organizationId, [id])
    return {
      variables: rows.map((each) => toVariable(each, { services, showsValues: role !== 'viewer' })),
      missing: MissingVariables.parse(row.missing_variables),
    }
  })
  const { wanted, kept, faults } = completeVariables(given, known.variables, known.missing)
  requireNone(faults)
  const sealed = await Promise.all(wanted.map((variable) => sealVariable(sealer, organizationId, variable)))
  return { sealed, kept }
}

/** Returns the variable for all services unless a service is named. Throws 404 when it doesn't exist. */
export async function requireVariable(
  tx: Tx,
  { organizationId }: Actor,
  { id, key, service }: { id: Id<'env'>; key: string; service: string | undefined },
): Promise<VariableRow> {
  const services = await listServices(tx, organizationId, [id])
  const serviceId = service === undefined ? null : services.find(({ name }) => name === service)?.id
  const rows = await listVariables(tx, organizationId, [id])
  const found = rows.find((row) => row.key === key && row.service_id === serviceId)
  if (found === undefined) throw notFound()
  return found
}

function withSealed<Given extends { sealed: boolean }>({ sealed, ...variable }: Given) {
  // A new value of a sealed variable is always sealed, regardless of who sets it.
  return sealed ? { ...variable, sealed } : variable
}

function requireNone(errors: readonly RequestFault[]): void {
  if (errors.length > 0) throw new AppError(platformProblems.validation_failed, undefined, { errors: [...errors] })
}
