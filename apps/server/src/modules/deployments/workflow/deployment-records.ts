/**
 * Implements the records of the deployment steps in PostgreSQL. Data of other modules comes through their entry points.
 */
import { z } from 'zod'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { findOpenRestore } from '../../../platform/durable/epoch.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import {
  changeEnvironmentState,
  findEnvironment,
  listServices,
  listVariables,
  updateFileConfiguration,
} from '../../environments/index.ts'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import { requireProject } from '../../projects/index.ts'
import { listNewerDeployments } from '../../workloads/lifecycle/server-inventory.repository.ts'
import {
  findRelease,
  findReleaseOf,
  listKeptReleases,
  markImagesRemoved,
  type ReleaseRow,
  saveRelease,
} from '../../workloads/releases.repository.ts'
import { adoptDataVolume, findDataVolume, listDataVolumes } from '../../workloads/service-data.repository.ts'
import { FrozenService } from '../deployment-plan.schemas.ts'
import { addDeploymentWarnings, findDeployment, updateDeployment } from '../deployments.repository.ts'
import { makeLive } from '../make-live.ts'
import { publishDeploymentStatus } from '../publish-deployment-status.ts'
import { refreshEnvironmentStatus } from '../refresh-environment-status.ts'
import { reportCommitStatus } from '../report-commit-status.ts'
import type { DeploymentRecord, DeploymentRecords, DesiredState, Release } from './deploy.context.ts'
import { subjectOf } from './deploy-step.ts'

export type SealedRecords = Pick<DeploymentRecords, 'openVariables' | 'openCredentials' | 'openRegistry'>
export type ProxyRecords = Pick<
  DeploymentRecords,
  'hostnames' | 'attachedHostnames' | 'ensureRoutes' | 'proxyConfiguration' | 'markProxyLoaded'
>

export function createDeploymentRecords({
  database,
  sealed,
  proxy,
}: {
  database: Database
  sealed: SealedRecords
  proxy: ProxyRecords
}): DeploymentRecords {
  return {
    ...sealed,
    ...proxy,
    deployment: (organizationId, id) => database.tenant(organizationId, (tx) => readRecord(tx, organizationId, id)),
    desired: (organizationId, environmentId) =>
      database.tenant(organizationId, (tx) => readDesired(tx, organizationId, environmentId)),
    async release(organizationId, id) {
      const row = await database.tenant(organizationId, (tx) => findRelease(tx, organizationId, id))
      if (row === undefined) throw new PermanentError('release_not_kept', 'This version no longer exists.')
      return toRelease(row)
    },
    async dataVolume(organizationId, volume, used) {
      const restore = await findOpenRestore(database.systemDb)
      return await database.tenant(organizationId, async (tx) => {
        if (restore !== undefined && used !== null)
          await adoptDataVolume(tx, organizationId, { ...volume, volume: used, restoredAt: restore.restoredAt })
        return await findDataVolume(tx, organizationId, volume)
      })
    },
    async dataVolumes(organizationId, services) {
      const ids = services.map(({ serviceId }) => brandId<'svc'>(serviceId))
      const rows = await database.tenant(organizationId, (tx) => listDataVolumes(tx, organizationId, ids))
      return (serviceId, name) => rows.find((row) => row.serviceId === serviceId && row.name === name)?.volume ?? name
    },
    async otherReleases(organizationId, environmentId, except) {
      const rows = await database.tenant(organizationId, (tx) =>
        listKeptReleases(tx, organizationId, { environmentId, except }),
      )
      return rows.map(toRelease)
    },
    async newerDeployments(organizationId, environmentId, than) {
      const ids = await database.tenant(organizationId, (tx) =>
        listNewerDeployments(tx, organizationId, { environmentId, than }),
      )
      return ids.map((id) => brandId<'dep'>(id))
    },
    async saveCommit(tx, context, commit, branch) {
      const { organizationId, deploymentId: id } = subjectOf(context)
      const row = await updateDeployment(tx, organizationId, { id, commit, branch })
      if (row !== undefined) await reportCommitStatus(tx, organizationId, row)
    },
    async saveFile(tx, context, { commit, services }) {
      const { organizationId, environmentId: id } = subjectOf(context)
      const configuration = { file: 'the file in the repository', commit, readAt: new Date().toISOString(), services }
      await updateFileConfiguration(tx, organizationId, { id, configuration })
    },
    async saveRelease(tx, context, release) {
      const { organizationId, deploymentId, environmentId } = subjectOf(context)
      const releaseId = await saveRelease(tx, organizationId, {
        ...release,
        id: newId('rel'),
        deploymentId,
        environmentId,
      })
      await updateDeployment(tx, organizationId, { id: deploymentId, releaseId })
    },
    async addWarnings(tx, context, warnings) {
      const { organizationId, deploymentId: id } = subjectOf(context)
      await addDeploymentWarnings(tx, organizationId, { id, warnings })
    },
    async markSwitched(tx, context, fence) {
      const { organizationId, deploymentId: id } = subjectOf(context)
      const row = await updateDeployment(tx, organizationId, { id, isSwitched: true, switchFence: fence })
      if (row !== undefined) await publishDeploymentStatus(tx, organizationId, row)
    },
    async markReturned(tx, context) {
      const { organizationId, deploymentId: id } = subjectOf(context)
      await addDeploymentWarnings(tx, organizationId, { id, warnings: [returned] })
    },
    async markStopped(tx, context, isStopped) {
      const { organizationId, environmentId: id } = subjectOf(context)
      await changeEnvironmentState(tx, organizationId, { id, stopped_at: isStopped ? new Date() : null })
    },
    async markLive(tx, context) {
      const { organizationId, deploymentId, environmentId } = subjectOf(context)
      const row = await findDeployment(tx, organizationId, { id: deploymentId })
      if (row === undefined || row.finished_at !== null) return
      await makeLive(tx, organizationId, row)
      const now = await findDeployment(tx, organizationId, { id: deploymentId })
      if (now !== undefined) await publishDeploymentStatus(tx, organizationId, now)
      await refreshEnvironmentStatus(tx, organizationId, { environmentId, deploymentId, action: 'live' })
    },
    markImagesRemoved,
  }
}

const returned = { code: 'traffic_returned', message: 'Traffic is back on the previous version.' }

async function readRecord(tx: Tx, organizationId: OrganizationId, id: Id<'dep'>): Promise<DeploymentRecord> {
  const row = await findDeployment(tx, organizationId, { id })
  const environment = row === undefined ? undefined : await findEnvironment(tx, organizationId, row.environment_id)
  if (row === undefined || environment === undefined) throw gone()
  return {
    id,
    number: row.number,
    environmentId: row.environment_id,
    projectId: environment.project_id,
    trigger: row.trigger,
    branch: row.branch,
    requestedCommit: row.requested_commit,
    givenImages: row.given_images,
    clearCache: row.clear_cache,
    releaseId: row.release_id,
    switchedAt: row.switched_at,
    isLive: row.status === 'live',
  }
}

async function readDesired(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<DesiredState> {
  const environment = await findEnvironment(tx, organizationId, environmentId)
  if (environment === undefined) throw gone()
  const project = await requireProject(tx, organizationId, environment.project_id)
  const services = await listServices(tx, organizationId, [environmentId])
  const variables = await listVariables(tx, organizationId, [environmentId])
  const nameOf = new Map<string, string>(services.map((service) => [service.id, service.name]))
  const liveId = environment.live_deployment_id
  const live = liveId === null ? undefined : await findReleaseOf(tx, organizationId, liveId)
  const { id, name, slug, branch } = environment
  return {
    organizationId,
    environment: { id, name, slug, branch },
    project: { id: project.id, source: project.source, rootDirectory: project.root_directory },
    services: services.map((service) => ({
      id: service.id,
      name: service.name,
      kind: service.kind,
      configuration: ServiceConfiguration.parse(service.configuration),
      ownedByFile: service.owned_by_file,
    })),
    variables: variables.map((variable) => ({
      id: variable.id,
      key: variable.key,
      scope: variable.scope,
      service: variable.service_id === null ? null : (nameOf.get(variable.service_id) ?? null),
      isSecret: variable.is_secret,
    })),
    live:
      live === undefined
        ? null
        : {
            deploymentId: live.deploymentId,
            releaseId: live.id,
            serverId: environment.live_server_id,
            isStopped: environment.stopped_at !== null,
            services: z.array(FrozenService).parse(live.services),
          },
  }
}

function toRelease({ imagesRemovedAt: _, services, ...row }: ReleaseRow): Release {
  return { ...row, services: z.array(FrozenService).parse(services) }
}

function gone(): PermanentError {
  return new PermanentError('not_found', 'The environment was deleted in the meantime.')
}
