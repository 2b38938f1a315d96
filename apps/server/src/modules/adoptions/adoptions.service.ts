/** Adoption requests. The worker reads the server, and runs do the work. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Permission } from '../../platform/access/permissions.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordAudit } from '../audit/index.ts'
import { startDeployment } from '../deployments/index.ts'
import type { Environment } from '../environments/environments.schemas.ts'
import {
  publishEnvironmentUpdated,
  requireChangeableEnvironment,
  requireEnvironment,
  requireIdleEnvironment,
} from '../environments/index.ts'
import { refuseTokens } from '../organizations/index.ts'
import { requireConnectedServer } from '../servers/index.ts'
import { toAdoption } from './adoption.mapper.ts'
import { adoptionProblems } from './adoptions.problems.ts'
import { settleAdoption, undoAdoption } from './adoptions.references.ts'
import {
  type AdoptionChange,
  type AdoptionRow,
  findAdoption,
  forgetSwitch,
  listOpenAdoptions,
  lockAdoption,
  updateAdoption,
} from './adoptions.repository.ts'
import type {
  AdoptBody,
  AdoptedProject,
  Adoption,
  AdoptionPlan,
  AdoptionState,
  AdoptionStatus,
  ComposeProjects,
  ConfirmBody,
  PlanQuery,
} from './adoptions.schemas.ts'
import { listProjectsCall, planCall, prepareCall } from './calls/adoptions.definition.ts'
import { FrozenStack } from './frozen-stack.schemas.ts'
import { requirePortsFree } from './ports-in-use.query.ts'
import { startAdoption } from './start-adoption.action.ts'

interface OnServer {
  id: Id<'srv'>
  name: string
}

export interface AdoptionsService {
  list(actor: Actor, serverId: Id<'srv'>): Promise<ComposeProjects>
  plan(actor: Actor, at: OnServer, query: PlanQuery): Promise<AdoptionPlan>
  adopt(actor: Actor, at: OnServer, body: AdoptBody): Promise<AdoptedProject>
  get(actor: Actor, id: Id<'env'>): Promise<AdoptionState>
  switch(actor: Actor, id: Id<'env'>): Promise<Adoption>
  undo(actor: Actor, id: Id<'env'>): Promise<Adoption>
  confirm(actor: Actor, id: Id<'env'>, body: ConfirmBody): Promise<Adoption>
}

export interface AdoptionsOptions {
  database: Database
  link: LinkClient
  sealer: Sealer
  domains(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<Environment['domains']>
}

const callDeadlineMs = 60_000
const switchable: ReadonlySet<AdoptionStatus> = new Set(['ready', 'returned', 'stopped'])
const needed: readonly Permission[] = ['projects:write', 'environments:write', 'variables:write', 'deployments:write']

export function createAdoptionsService(options: AdoptionsOptions): AdoptionsService {
  const { database, link } = options
  const connected = ({ organizationId }: Actor, serverId: Id<'srv'>) =>
    database.tenant(organizationId, (tx) => requireConnectedServer(tx, organizationId, serverId))
  const where = ({ organizationId, userId }: Actor) => ({ organizationId, actorId: userId, deadlineMs: callDeadlineMs })
  return {
    async list(actor, serverId) {
      await connected(actor, serverId)
      const { items } = await link.call(listProjectsCall, { serverId }, where(actor))
      const { organizationId } = actor
      const taken = await database.tenant(organizationId, (tx) => listOpenAdoptions(tx, organizationId, serverId))
      return { items: items.filter(({ name }) => taken.every((each) => each.compose_project !== name)) }
    },
    async plan(actor, { id, name }, query) {
      await connected(actor, id)
      const services = query.services?.split(',') ?? null
      const plan = found(await link.call(planCall, { serverId: id, name, services }, where(actor)))
      requireKnown(plan, services)
      return plan
    },
    async adopt(actor, { id, name }, body) {
      requirePermissions(actor)
      await connected(actor, id)
      const args = { serverId: id, name, services: body.services ?? null }
      const prepared = found(await link.call(prepareCall, args, where(actor)))
      requireKnown(prepared.plan, args.services)
      const blocking = prepared.plan.findings.find(({ severity }) => severity === 'blocks')
      if (blocking !== undefined)
        throw new AppError(
          adoptionProblems.compose_project_not_adoptable,
          blocking.service === null ? blocking.cause : `${blocking.service}: ${blocking.cause}`,
          { hint: blocking.remedy },
        )
      return await createOnce(database, actor, (tx) =>
        startAdoption(tx, actor, { ...options, serverId: id, body, prepared }),
      )
    },
    async get({ organizationId }, id) {
      const row = await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        return await findAdoption(tx, organizationId, id)
      })
      return { adoption: row === undefined ? null : toAdoption(row) }
    },
    switch: (actor, id) => createOnce(database, actor, (tx) => startSwitch(tx, actor, id)),
    undo: (actor, id) => createOnce(database, actor, (tx) => startUndo(tx, actor, id)),
    confirm: (actor, id, body) => createOnce(database, actor, (tx) => confirm(tx, actor, { id, body })),
  }
}

function found<Value>(value: Value | null): Value {
  if (value === null) throw notFound()
  return value
}

/** A typo would otherwise leave a service out. */
function requireKnown({ services, leftOut }: AdoptionPlan, chosen: readonly string[] | null): void {
  const known = [...services.map(({ name }) => name), ...leftOut]
  const unknown = (chosen ?? []).filter((each) => !known.includes(each))
  if (unknown.length === 0) return
  throw invalid('/services', 'not_found', `has unknown services: ${unknown.join(', ')}. Known: ${known.join(', ')}`)
}

/** One call combines several permissions; a token needs each of them. */
function requirePermissions({ permissions }: Actor): void {
  const missing = needed.filter((permission) => !permissions.has(permission))
  if (missing.length > 0)
    throw new AppError(platformProblems.forbidden, `This also needs the permission ${missing.join(', ')}.`)
}

async function lock(tx: Tx, { organizationId }: Actor, id: Id<'env'>) {
  const environment = await requireChangeableEnvironment(tx, organizationId, id)
  const row = await lockAdoption(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return { environment, row }
}

/** The switch is a deployment, with its log, its cancellation, and its undo. */
async function startSwitch(tx: Tx, actor: Actor, id: Id<'env'>): Promise<Adoption> {
  const { organizationId } = actor
  const { environment, row } = await lock(tx, actor, id)
  if (!switchable.has(row.status)) throw new AppError(adoptionProblems.adoption_not_ready)
  await requireIdleEnvironment(tx, environment)
  await requireConnectedServer(tx, organizationId, row.server_id)
  await forgetSwitch(tx, organizationId, { environmentId: id, areOldStopped: row.status === 'stopped' })
  const deployment = await startDeployment(tx, organizationId, { by: actor, environmentId: id, trigger: 'manual' })
  const change = { status: 'switching', deploymentId: deployment.id } as const
  return await decide(tx, actor, { row, change, action: 'adoption_switched' })
}

async function startUndo(tx: Tx, actor: Actor, id: Id<'env'>): Promise<Adoption> {
  const { organizationId } = actor
  const { environment, row } = await lock(tx, actor, id)
  const { live_server_id: liveServerId } = environment
  if (row.status !== 'adopted' && row.status !== 'stopped') throw new AppError(adoptionProblems.adoption_not_undoable)
  if (liveServerId !== null && liveServerId !== row.server_id) throw new AppError(adoptionProblems.adoption_moved)
  await requireIdleEnvironment(tx, environment)
  await requireConnectedServer(tx, organizationId, row.server_id)
  if (FrozenStack.parse(row.stack).holdsProxyPorts) await requirePortsFree(tx, organizationId, row)
  const runId = await startRun(tx, { workflow: undoAdoption, key: id, input: { environmentId: id }, organizationId })
  const change = { status: 'undoing', runId, error: null } as const
  return await decide(tx, actor, { row, change, action: 'adoption_undo_requested' })
}

async function confirm(tx: Tx, actor: Actor, { id, body }: { id: Id<'env'>; body: ConfirmBody }): Promise<Adoption> {
  const { organizationId } = actor
  // A leaked token must not be able to destroy the original data.
  if (body.removeVolumes) refuseTokens(actor)
  const { row } = await lock(tx, actor, id)
  if (row.status === 'confirmed') return toAdoption(row)
  if (row.status !== 'adopted') throw new AppError(adoptionProblems.adoption_not_confirmable)
  const input = { environmentId: id, removeVolumes: body.removeVolumes }
  const runId = await startRun(tx, { workflow: settleAdoption, key: id, input, organizationId })
  const change = { status: 'confirmed', runId, isConfirmed: true } as const
  return await decide(tx, actor, { row, change, action: 'adoption_confirmed' })
}

async function decide(
  tx: Tx,
  actor: Actor,
  decision: {
    row: AdoptionRow
    change: AdoptionChange
    action: 'adoption_switched' | 'adoption_undo_requested' | 'adoption_confirmed'
  },
): Promise<Adoption> {
  const { row, change, action } = decision
  const { organizationId } = actor
  const { environment_id: id, compose_project: composeProject } = row
  const changed = await updateAdoption(tx, organizationId, id, change)
  const { project_id: projectId } = await requireEnvironment(tx, organizationId, id)
  await recordAudit(tx, actor, {
    action: `environment.${action}`,
    targetKind: 'environment',
    targetId: id,
    detail: { composeProject },
  })
  await publishEnvironmentUpdated(tx, organizationId, { id, projectId, action })
  return toAdoption(changed ?? row)
}
