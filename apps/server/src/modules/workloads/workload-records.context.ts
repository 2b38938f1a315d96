/** Implements the records of workloads in PostgreSQL. Data of other modules comes through their entry points. */
import { z } from 'zod'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { findOpenRestore } from '../../platform/durable/epoch.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { findEnvironment, listServices, listVariables } from '../environments/index.ts'
import { ServiceConfiguration } from '../environments/services.schemas.ts'
import { requireProject } from '../projects/index.ts'
import { FrozenService } from './release.schemas.ts'
import { findRelease, findReleaseOf, listKeptReleases, type ReleaseRow } from './releases.repository.ts'
import { volumeName } from './server-names.policy.ts'
import { adoptDataVolume, findDataVolume, listDataVolumes } from './service-data.repository.ts'
import type { DesiredState, Release, WorkloadRecords } from './workloads.context.ts'

export type SealedRecords = Pick<WorkloadRecords, 'openVariables' | 'openCredentials' | 'openRegistry'>
export type ProxyRecords = Pick<
  WorkloadRecords,
  'hostnames' | 'attachedHostnames' | 'proxyConfiguration' | 'markProxyLoaded'
>

export function createWorkloadRecords({
  database,
  sealed,
  proxy,
}: {
  database: Database
  sealed: SealedRecords
  proxy: ProxyRecords
}): WorkloadRecords {
  return {
    ...sealed,
    ...proxy,
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
      const ids = services.map(({ serviceId }) => serviceId)
      const rows = await database.tenant(organizationId, (tx) => listDataVolumes(tx, organizationId, ids))
      return (serviceId, { name, service }) => {
        const owner = services.find((each) => each.name === service)?.serviceId ?? serviceId
        return volumeName(owner, rows.find((row) => row.serviceId === owner && row.name === name)?.volume ?? name)
      }
    },
    async otherReleases(organizationId, environmentId, except) {
      const rows = await database.tenant(organizationId, (tx) =>
        listKeptReleases(tx, organizationId, { environmentId, except }),
      )
      return rows.map(toRelease)
    },
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
    project: {
      id: project.id,
      source: project.source,
      rootDirectory: project.root_directory,
      composeProfiles: project.compose_profiles,
    },
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
