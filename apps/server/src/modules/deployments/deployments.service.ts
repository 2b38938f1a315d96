/** Creates, reads, cancels, and reruns deployments. A worker run does the work, one at a time per environment. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { listServices, requireEnvironment } from '../environments/index.ts'
import { isDatabaseKind } from '../environments/service-kinds.schemas.ts'
import { cancelDeployment } from './cancel-deployment.action.ts'
import { findCurrentStep, listMedianSteps, listStepRecords } from './deployment-runs.repository.ts'
import { toSteps } from './deployment-steps.mapper.ts'
import { listDeployments } from './deployments.repository.ts'
import type { Deployment, DeploymentStep, DeploymentsQuery, NewDeploymentBody } from './deployments.schemas.ts'
import { endedStatuses } from './deployments.status.ts'
import { readDeployment, readDeployments, requireDeployment } from './read-deployment.query.ts'
import { promote, redeploy, rollBack } from './rerun-deployment.action.ts'
import { startDeployment } from './start-deployment.action.ts'

export interface DeploymentPath {
  id: Id<'env'>
  did: Id<'dep'>
}

export interface DeploymentsService {
  create(actor: Actor, id: Id<'env'>, body: NewDeploymentBody): Promise<Deployment>
  list(actor: Actor, id: Id<'env'>, query: DeploymentsQuery): Promise<Page<Deployment>>
  get(actor: Actor, path: DeploymentPath): Promise<Deployment>
  steps(actor: Actor, path: DeploymentPath): Promise<DeploymentStep[]>
  cancel(actor: Actor, path: DeploymentPath): Promise<Deployment>
  rollBack(actor: Actor, path: DeploymentPath): Promise<Deployment>
  redeploy(actor: Actor, path: DeploymentPath): Promise<Deployment>
  promote(actor: Actor, id: Id<'env'>, fromEnvironmentId: Id<'env'>): Promise<Deployment>
}

export function createDeploymentsService({ database }: { database: Database }): DeploymentsService {
  return {
    create: (actor, id, body) => createOnce(database, actor, (tx) => create(tx, actor, id, body)),
    cancel: (actor, { id, did }) =>
      database.tenant(actor.organizationId, (tx) => cancelDeployment(tx, actor, { environmentId: id, id: did })),
    rollBack: (actor, { id, did }) =>
      createOnce(database, actor, (tx) => rollBack(tx, actor, { environmentId: id, id: did })),
    redeploy: (actor, { id, did }) =>
      createOnce(database, actor, (tx) => redeploy(tx, actor, { environmentId: id, id: did })),
    promote: (actor, id, fromEnvironmentId) =>
      createOnce(database, actor, (tx) => promote(tx, actor, { environmentId: id, fromEnvironmentId })),
    async list(actor, id, query) {
      const { organizationId } = actor
      const items = await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        const { cursor: before, ...filters } = query
        const rows = await listDeployments(tx, organizationId, { environmentId: id, before, ...filters })
        return await readDeployments(tx, organizationId, rows)
      })
      return toPage(items, query.limit)
    },
    async get({ organizationId }, { id, did }) {
      return await database.tenant(organizationId, async (tx) =>
        readDeployment(tx, organizationId, await requireDeployment(tx, organizationId, { id: did, environmentId: id })),
      )
    },
    async steps({ organizationId }, { id, did }) {
      return await database.tenant(organizationId, async (tx) => {
        const row = await requireDeployment(tx, organizationId, { id: did, environmentId: id })
        return toSteps({
          records: await listStepRecords(tx, organizationId, did),
          current: await findCurrentStep(tx, organizationId, did),
          medians: await listMedianSteps(tx, organizationId, id),
          isEnded: endedStatuses.has(row.status),
        })
      })
    },
  }
}

async function create(tx: Tx, actor: Actor, id: Id<'env'>, body: NewDeploymentBody): Promise<Deployment> {
  const { organizationId } = actor
  const { images, commit, branch } = body
  const environment = await requireEnvironment(tx, organizationId, id)
  const isRepository = environment.branch !== null
  if (!isRepository && (commit ?? branch) !== undefined)
    throw invalid(
      `/${commit === undefined ? 'branch' : 'commit'}`,
      'unexpected',
      "can't be set: this project has no repository",
    )
  if (images !== undefined) await requireServices(tx, organizationId, { id, images })
  return await startDeployment(tx, organizationId, {
    environmentId: id,
    by: actor,
    trigger: actor.kind === 'token' ? 'api' : 'manual',
    branch: branch ?? null,
    commit: commit ?? null,
    images: images ?? null,
    clearCache: body.clearCache,
  })
}

async function requireServices(
  tx: Tx,
  organizationId: OrganizationId,
  { id, images }: { id: Id<'env'>; images: Record<string, string> },
): Promise<void> {
  const services = await listServices(tx, organizationId, [id])
  const apps = services.filter(({ kind }) => !isDatabaseKind(kind)).map(({ name }) => name)
  const unknown = Object.keys(images).find((name) => !apps.includes(name))
  if (unknown !== undefined) throw invalid(`/images/${unknown}`, 'not_found', `must be one of ${apps.join(', ')}`)
}
