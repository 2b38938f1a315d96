/** Environments as people manage them. Worker runs make the changes on servers. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordAudit } from '../audit/index.ts'
import { copyEnvironment, type EnvironmentCopy } from './copy-environment.query.ts'
import { createEnvironment } from './create-environment.action.ts'
import { toEnvironmentSummary } from './environment.mapper.ts'
import type { EnvironmentDependencies, ProjectFacts } from './environment-dependencies.query.ts'
import { publishEnvironmentUpdated } from './environments.events.ts'
import { environmentProblems } from './environments.problems.ts'
import {
  type EnvironmentChange,
  type EnvironmentRow,
  listEnvironments,
  lockEnvironment,
  updateEnvironment,
} from './environments.repository.ts'
import type {
  CreateEnvironment,
  Environment,
  EnvironmentSummary,
  EnvironmentsQuery,
  UpdateEnvironment,
} from './environments.schemas.ts'
import { MissingVariables } from './missing-variables.schemas.ts'
import { readEnvironment, requireChangeableEnvironment } from './read-environment.query.ts'
import { changeRehearsal } from './rehearsal-settings.schemas.ts'
import { requireIdleEnvironment } from './require-idle-environment.query.ts'
import { requireTarget } from './require-target.query.ts'
import { isDatabaseKind } from './service-kinds.schemas.ts'
import { listServices } from './services.repository.ts'
import { ServiceConfiguration } from './services.schemas.ts'
import { requireSoundServices } from './sound-services.policy.ts'

export interface EnvironmentsService {
  list(actor: Actor, query: EnvironmentsQuery): Promise<Page<EnvironmentSummary>>
  create(actor: Actor, body: CreateEnvironment): Promise<Environment>
  get(actor: Actor, id: Id<'env'>): Promise<Environment>
  update(actor: Actor, id: Id<'env'>, body: UpdateEnvironment): Promise<Environment>
  changeBranch(actor: Actor, id: Id<'env'>, branch: string): Promise<Environment>
  /** `isMoving` is true while its data is being moved; everything else follows. */
  linkServer(actor: Actor, id: Id<'env'>, serverId: Id<'srv'>): Promise<{ environment: Environment; isMoving: boolean }>
}

export interface EnvironmentsOptions {
  database: Database
  sealer: Sealer
  dependencies: EnvironmentDependencies
}

export function createEnvironmentsService(options: EnvironmentsOptions): EnvironmentsService {
  const { database, dependencies } = options
  const change = (actor: Actor, id: Id<'env'>, plan: PlanChange) =>
    database.tenant(actor.organizationId, (tx) => changeEnvironment(tx, actor, { id, plan, dependencies }))
  return {
    async list(actor, query) {
      const { organizationId, projectIds } = actor
      const { cursor, limit, projectId, serverId, preview: isPreview } = query
      const rows = await database.tenant(organizationId, (tx) =>
        listEnvironments(tx, organizationId, { before: cursor, limit, projectId, serverId, isPreview, projectIds }),
      )
      return toPage(rows.map(toEnvironmentSummary), limit)
    },
    create: (actor, body) => createOnce(database, actor, (tx) => create(tx, actor, { body, options })),
    get: (actor, id) =>
      database.tenant(actor.organizationId, (tx) => readEnvironment(tx, actor.organizationId, { id, dependencies })),
    update: (actor, id, { name, buildServerId, generatedHostname, rehearsal }) =>
      change(actor, id, async (tx, row) => {
        if (buildServerId !== undefined && buildServerId !== null)
          await requireTarget(tx, actor, { serverId: buildServerId, pointer: '/buildServerId' })
        return {
          ...(name === undefined ? {} : { name }),
          ...(buildServerId === undefined ? {} : { build_server_id: buildServerId }),
          ...(generatedHostname === undefined ? {} : { has_automatic_address: generatedHostname }),
          ...(rehearsal === undefined ? {} : { rehearsal: JSON.stringify(changeRehearsal(row.rehearsal, rehearsal)) }),
        }
      }),
    changeBranch: (actor, id, branch) =>
      change(actor, id, async (tx, row) => {
        const project = await dependencies.project(tx, actor.organizationId, row.project_id)
        if (project?.hasRepository !== true)
          throw invalid('/branch', 'unexpected', "can't be set: this project has no repository")
        return { branch }
      }),
    async linkServer(actor, id, serverId) {
      let isMoving = false
      const environment = await change(actor, id, async (tx, row) => {
        await requireTarget(tx, actor, { serverId, pointer: '/serverId' })
        // A running deployment has chosen its server and hostnames, and a move in progress can't be reversed.
        if (row.server_id !== serverId) await requireIdleEnvironment(tx, row)
        isMoving = await moveData(tx, actor, { row, serverId, dependencies })
        return { server_id: serverId }
      })
      return { environment, isMoving }
    },
  }
}

type PlanChange = (tx: Tx, row: EnvironmentRow) => Promise<EnvironmentChange>

async function changeEnvironment(
  tx: Tx,
  actor: Actor,
  { id, plan, dependencies }: { id: Id<'env'>; plan: PlanChange; dependencies: EnvironmentDependencies },
): Promise<Environment> {
  const { organizationId } = actor
  const row = await requireChangeableEnvironment(tx, organizationId, id)
  requireVersion(actor, row.version)
  const detail = await plan(tx, row)
  await updateEnvironment(tx, organizationId, { id, ...detail })
  await recordAudit(tx, actor, {
    action: 'environment.updated',
    targetKind: 'environment',
    targetId: id,
    detail: { ...detail },
  })
  await publishEnvironmentUpdated(tx, organizationId, { id, projectId: row.project_id, action: 'updated' })
  return await readEnvironment(tx, organizationId, { id, dependencies })
}

async function create(
  tx: Tx,
  actor: Actor,
  { body, options: { dependencies, sealer } }: { body: CreateEnvironment; options: EnvironmentsOptions },
): Promise<Environment> {
  const { organizationId } = actor
  const { projectId, name, serverId } = body
  const project = await dependencies.project(tx, organizationId, projectId)
  if (project === undefined) throw invalid('/projectId', 'not_found', "isn't a project in this organization")
  if (project.isBeingDeleted) throw invalid('/projectId', 'being_deleted', "is a project that's being deleted")
  if (serverId !== undefined) await requireTarget(tx, actor, { serverId, pointer: '/serverId' })
  const given = givenServices(body)
  const copied = await copyOf(tx, actor, body)
  const environment = await createEnvironment(tx, organizationId, {
    projectId,
    name,
    branch: branchOf(body, project, copied?.branch ?? null),
    serverId: serverId ?? null,
    services: given ?? copied?.services ?? project.services,
    variables: copied?.variables ?? [],
    missing: copied?.missing ?? [],
    composeFileId: copied?.composeFileId ?? null,
    sealer,
    createdBy: actor.userId,
  })
  await recordAudit(tx, actor, {
    action: 'environment.created',
    targetKind: 'environment',
    targetId: environment.id,
    detail: { name, branch: environment.branch, services: environment.services.map((service) => service.name) },
  })
  await publishEnvironmentUpdated(tx, organizationId, { id: environment.id, projectId, action: 'created' })
  return { ...environment, domains: await dependencies.domains(tx, organizationId, environment.id) }
}

function givenServices({ services, copyFrom }: CreateEnvironment) {
  if (services === undefined) return undefined
  if (copyFrom !== undefined) throw invalid('/services', 'unexpected', "can't be combined with copyFrom")
  requireSoundServices(services)
  return services.map((service) => ({ ...service, ownedByFile: [] }))
}

function branchOf(body: CreateEnvironment, project: ProjectFacts, copied: string | null): string | null {
  if (!project.hasRepository) {
    if (body.branch !== undefined)
      throw invalid('/branch', 'unexpected', "can't be set: this project has no repository")
    return null
  }
  const branch = body.branch ?? copied ?? project.branch
  if (branch === null) throw invalid('/branch', 'required', 'is required: no analysis has found one')
  return branch
}

type Copy = EnvironmentCopy & { branch: string | null; composeFileId: string | null }

async function copyOf(tx: Tx, { organizationId }: Actor, body: CreateEnvironment): Promise<Copy | null> {
  const { copyFrom, projectId } = body
  if (copyFrom === undefined) return null
  // The lock keeps its compose file, which a save at the same moment would delete.
  const row = await lockEnvironment(tx, organizationId, copyFrom)
  if (row === undefined || row.project_id !== projectId)
    throw invalid('/copyFrom', 'not_found', "isn't an environment of this project")
  const { missing, ...copy } = await copyEnvironment(tx, organizationId, copyFrom)
  const { branch, compose_file_id: composeFileId } = row
  return { branch, composeFileId, ...copy, missing: [...MissingVariables.parse(row.missing_variables), ...missing] }
}

/** A service with data can't start on another server without it. Returns true when a move started. */
async function moveData(
  tx: Tx,
  actor: Actor,
  { row, serverId, dependencies }: { row: EnvironmentRow; serverId: Id<'srv'>; dependencies: EnvironmentDependencies },
): Promise<boolean> {
  if (row.live_server_id === null) return false
  const services = await listServices(tx, row.organization_id, [row.id])
  const withData = services.filter(
    ({ kind, configuration }) => isDatabaseKind(kind) || ServiceConfiguration.parse(configuration).volumes.length > 0,
  )
  if (withData.length === 0) return false
  if (row.live_server_id === serverId) return false
  if (dependencies.startMove !== undefined) {
    await dependencies.startMove(tx, actor, { environment: row, serverId })
    return true
  }
  const names = withData.map((service) => service.name).join(', ')
  throw new AppError(environmentProblems.environment_has_data, `These services store data on the server: ${names}.`)
}
