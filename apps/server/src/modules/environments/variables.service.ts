/** Variables as people set them. Secret values are sealed before anything is stored, and a new value is a new version. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError, type FieldError, notFound } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import type { EnvironmentNeighbours } from './environment-neighbours.ts'
import type { EnvironmentRow } from './environments.repository.ts'
import { readPendingChanges, requireChangeableEnvironment, requireEnvironment } from './read-environment.ts'
import { listServices, type ServiceRow } from './services.repository.ts'
import { announceVariables, applyVariables } from './set-variables.ts'
import { toVariable } from './to-variable.ts'
import { isLoaderKey } from './variable-key.policy.ts'
import { type PlainVariable, sealVariable } from './variable-values.ts'
import { listVariables, retireVariables, type VariableRow } from './variables.repository.ts'
import type { AddVariables, Variables } from './variables.schemas.ts'

export interface VariablesService {
  list(actor: Actor, id: Id<'env'>): Promise<Variables>
  add(actor: Actor, id: Id<'env'>, body: AddVariables): Promise<Variables>
  remove(actor: Actor, id: Id<'env'>, variable: { key: string; service: string | undefined }): Promise<void>
}

interface Options {
  database: Database
  sealer: Sealer
  neighbours: EnvironmentNeighbours
}

export function createVariablesService({ database, sealer, neighbours }: Options): VariablesService {
  const read = async (tx: Tx, actor: Actor, row: EnvironmentRow): Promise<Variables> => {
    const { organizationId } = actor
    const services = await listServices(tx, organizationId, [row.id])
    const rows = await listVariables(tx, organizationId, [row.id])
    return {
      items: rows.map((variable) => toVariable(variable, { services, showsValues: actor.role !== 'viewer' })),
      pendingChanges: await readPendingChanges(tx, organizationId, { row, services, neighbours }),
    }
  }
  return {
    list: (actor, id) =>
      database.tenant(actor.organizationId, async (tx) =>
        read(tx, actor, await requireEnvironment(tx, actor.organizationId, id)),
      ),
    async add(actor, id, body) {
      const { organizationId } = actor
      const plain = toPlain(body)
      const sealed = await Promise.all(plain.map((variable) => sealVariable(sealer, organizationId, variable)))
      return await createOnce(database, actor, async (tx) => {
        const row = await requireChangeableEnvironment(tx, organizationId, id)
        const changes = await applyVariables(tx, actor, { environmentId: id, variables: sealed })
        await announceVariables(tx, actor, row, changes)
        return await read(tx, actor, row)
      })
    },
    remove: (actor, id, variable) =>
      database.tenant(actor.organizationId, async (tx) => {
        const { organizationId } = actor
        const row = await requireChangeableEnvironment(tx, organizationId, id)
        const found = await requireVariable(tx, actor, { id, ...variable })
        await retireVariables(tx, organizationId, [found.id])
        await announceVariables(tx, actor, row, { added: [], changed: [], removed: [found.key], unchanged: [] })
      }),
  }
}

/** The one for all services unless a service is named; 404 when there is none. */
export async function requireVariable(
  tx: Tx,
  { organizationId }: Actor,
  { id, key, service }: { id: Id<'env'>; key: string; service: string | undefined },
): Promise<VariableRow> {
  const services = await listServices(tx, organizationId, [id])
  const serviceId = idOfService(services, service)
  const rows = await listVariables(tx, organizationId, [id])
  const found = rows.find((row) => row.key === key && row.service_id === serviceId)
  if (found === undefined || serviceId === undefined) throw notFound()
  return found
}

function idOfService(services: readonly ServiceRow[], name: string | undefined): Id<'svc'> | null | undefined {
  if (name === undefined) return null
  return services.find((service) => service.name === name)?.id
}

/** Checked as a whole: each key once for each service, and nothing that would act on the tools of a build. */
function toPlain({ variables }: AddVariables): PlainVariable[] {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  const plain = variables.map((variable, index) => {
    const { key, value, sealed, service = null, scope = 'runtime' } = variable
    const fault = (field: string, code: string, message: string) =>
      errors.push({ pointer: `/variables/${index}/${field}`, code, message })
    const place = `${key} ${service ?? ''}`
    if (seen.has(place)) fault('key', 'duplicate', 'is given twice')
    seen.add(place)
    if (scope !== 'runtime' && isLoaderKey(key))
      fault('scope', 'loader_variable', `must be runtime: ${key} would act on the tools of the build`)
    if (sealed && variable.secret === false) fault('sealed', 'not_secret', 'goes with secret: true')
    return { key, value, sealed, secret: sealed || (variable.secret ?? true), scope, service }
  })
  if (errors.length > 0) throw new AppError(platformProblems.validation_failed, undefined, { errors })
  return plain
}
