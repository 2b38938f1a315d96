/** Deployments: asked for, read, cancelled. The work is done by a run in the worker, one at a time for each environment. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { findEnvironment } from '../environments/index.ts'
import { findCurrentStep, listMedianSteps, listStepRecords } from './deployment-runs.repository.ts'
import { toSteps } from './deployment-steps.ts'
import { listDeployments } from './deployments.repository.ts'
import type { Deployment, DeploymentStep, DeploymentsQuery, NewDeploymentBody } from './deployments.schemas.ts'
import { endedStatuses } from './deployments.status.ts'
import { readDeployment, readDeployments, requireDeployment } from './read-deployment.ts'
import { startDeployment } from './start-deployment.ts'

export interface DeploymentPath {
  id: Id<'env'>
  did: Id<'dep'>
}

export interface DeploymentsService {
  create(actor: Actor, id: Id<'env'>, body: NewDeploymentBody): Promise<Deployment>
  list(actor: Actor, id: Id<'env'>, query: DeploymentsQuery): Promise<Page<Deployment>>
  get(actor: Actor, path: DeploymentPath): Promise<Deployment>
  steps(actor: Actor, path: DeploymentPath): Promise<DeploymentStep[]>
}

export function createDeploymentsService({ database }: { database: Database }): DeploymentsService {
  return {
    create: (actor, id, body) =>
      createOnce(database, actor, (tx) =>
        startDeployment(tx, actor.organizationId, {
          environmentId: id,
          by: actor,
          trigger: actor.kind === 'token' ? 'api' : 'manual',
          branch: body.branch ?? null,
          commit: body.commit ?? null,
          images: body.images ?? null,
          clearCache: body.clearCache,
        }),
      ),
    async list(actor, id, query) {
      const { organizationId } = actor
      const items = await database.tenant(organizationId, async (tx) => {
        if ((await findEnvironment(tx, organizationId, id)) === undefined) throw notFound()
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
