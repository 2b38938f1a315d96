/**
 * Starts a deployment: its number, row, run, audit entry, and event, in the caller's transaction. Every deployment
 * starts here: by an API call, a finalized project, a rollback, a promotion, or a push.
 */
import type { Actor } from '../../platform/access/actor.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { recordAudit } from '../audit/index.ts'
import {
  type EnvironmentRow,
  environmentProblems,
  listServices,
  lockEnvironment,
  ownVolumes,
  takeDeploymentNumber,
} from '../environments/index.ts'
import { isDatabaseKind } from '../environments/service-kinds.schemas.ts'
import { requireQuota } from '../organizations/index.ts'
import { requireServer, serverProblems } from '../servers/index.ts'
import { announceDeploymentStatus } from './change-deployment-status.action.ts'
import { deploymentProblems } from './deployments.problems.ts'
import { type DeploySubject, deployEnvironment } from './deployments.references.ts'
import { addDeploymentWarnings, countQueued, insertDeployment } from './deployments.repository.ts'
import type { Deployment, DeploymentTrigger, DeploymentWarning } from './deployments.schemas.ts'
import { requireDeployment } from './read-deployment.query.ts'

export interface DeploymentRequest {
  environmentId: Id<'env'>
  trigger: DeploymentTrigger
  branch?: string | null
  commit?: string | null
  images?: Readonly<Record<string, string>> | null
  clearCache?: boolean
  releaseId?: Id<'rel'> | null
  rollbackOf?: Id<'dep'> | null
  /** Number of the deployment in `rollbackOf`, for the audit log. */
  rolledBackTo?: number
  promotedFrom?: Id<'dep'> | null
  warnings?: readonly DeploymentWarning[]
}

/** `by` is null without a person, for example for a push. */
export async function startDeployment(
  tx: Tx,
  organizationId: OrganizationId,
  { by, ...request }: DeploymentRequest & { by: Actor | null },
): Promise<Deployment> {
  const { environmentId } = request
  const count = () => countQueued(tx, organizationId)
  await requireQuota(tx, organizationId, { name: 'queuedDeployments', count })
  const environment = await lockEnvironment(tx, organizationId, environmentId)
  if (environment === undefined) throw notFound()
  const target = await requireTarget(tx, organizationId, environment)
  const runId = await startRun(tx, {
    workflow: deployEnvironment,
    key: environmentId,
    input: { environmentId, ...target },
    organizationId,
  })
  const id = brandId<'dep'>(runId)
  await insertDeployment(tx, organizationId, {
    id,
    environmentId,
    number: await takeDeploymentNumber(tx, organizationId, environmentId),
    trigger: request.trigger,
    serverId: target.serverId,
    branch: request.branch ?? environment.branch,
    requestedCommit: request.commit ?? null,
    givenImages: request.images ?? null,
    clearCache: request.clearCache ?? false,
    releaseId: request.releaseId ?? null,
    rollbackOf: request.rollbackOf ?? null,
    promotedFrom: request.promotedFrom ?? null,
    createdBy: by?.userId ?? null,
  })
  await addDeploymentWarnings(tx, organizationId, { id, warnings: request.warnings ?? [] })
  const row = await requireDeployment(tx, organizationId, { id, environmentId })
  if (by !== null)
    await recordAudit(tx, by, {
      action: 'deployment.requested',
      targetKind: 'deployment',
      targetId: id,
      detail: {
        environmentId: encodeId('env', environmentId),
        number: row.number,
        trigger: row.trigger,
        ...(request.rolledBackTo === undefined ? {} : { rolledBackTo: request.rolledBackTo }),
      },
    })
  return await announceDeploymentStatus(tx, row)
}

/** Deploys an environment that was just created. */
export async function deployFirst(tx: Tx, actor: Actor, environmentId: Id<'env'>): Promise<Deployment> {
  return await startDeployment(tx, actor.organizationId, { by: actor, environmentId, trigger: 'finalize' })
}

/** Throws a problem when the environment can't be deployed as it is. */
export async function requireTarget(
  tx: Tx,
  organizationId: OrganizationId,
  environment: EnvironmentRow,
): Promise<
  Pick<DeploySubject, 'buildSlots' | 'build' | 'movesData'> & { serverId: Id<'srv'>; buildServerId: Id<'srv'> }
> {
  const { server_id: serverId, build_server_id: buildServerId } = environment
  if (environment.deletion_requested_at !== null) throw new AppError(environmentProblems.environment_being_deleted)
  if (serverId === null) throw new AppError(deploymentProblems.environment_without_server)
  const services = await listServices(tx, organizationId, [environment.id])
  if (services.length === 0) throw new AppError(deploymentProblems.environment_without_services)
  const servers = await Promise.all(
    [serverId, buildServerId ?? serverId].map((id) => requireServer(tx, organizationId, id)),
  )
  if (servers.some((server) => server.deletion_requested_at !== null))
    throw new AppError(serverProblems.server_being_deleted)
  const [, builder] = servers
  const numberOf = (value: string | number | null | undefined) => (value == null ? null : Number(value))
  const build = {
    memoryBytes: numberOf(builder?.build_memory_bytes),
    cpus: builder?.build_cpus ?? null,
    cacheBytes: numberOf(builder?.build_cache_bytes),
  }
  const { live_server_id: liveServerId } = environment
  const movesData =
    liveServerId !== null &&
    liveServerId !== serverId &&
    services.some(({ kind, configuration }) => isDatabaseKind(kind) || ownVolumes(configuration).length > 0)
  const buildSlots = builder?.build_slots ?? 1
  return { serverId, buildServerId: buildServerId ?? serverId, buildSlots, build, movesData }
}
