/** Reads what a recovery of an environment would use, and what prevents it. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { type EnvironmentRow, ownVolumes } from '../../environments/index.ts'
import { isDatabaseKind } from '../../environments/service-kinds.schemas.ts'
import { requireServer, type ServerRow } from '../../servers/index.ts'
import { findReleaseOf, type ReleaseRow } from '../../workloads/index.ts'
import { FrozenService } from '../../workloads/release.schemas.ts'
import type { Obstacle } from './recovery.schemas.ts'
import { listUsableBackups, type UsableBackup } from './usable-backups.repository.ts'

export interface PlannedData {
  serviceId: Id<'svc'>
  service: string
  volume: string | null
  backup: UsableBackup | null
}

export interface RecoveryPlan {
  /** Null while nothing is live. */
  server: ServerRow | null
  release: ReleaseRow | null
  services: readonly FrozenService[]
  data: PlannedData[]
  obstacles: Obstacle[]
}

export async function readRecoveryPlan(
  tx: Tx,
  organizationId: OrganizationId,
  { id: environmentId, live_server_id: serverId, live_deployment_id: deploymentId }: EnvironmentRow,
): Promise<RecoveryPlan> {
  const release = deploymentId === null ? undefined : await findReleaseOf(tx, organizationId, deploymentId)
  if (serverId === null || release === undefined) {
    const message = 'Nothing is deployed yet, so there is nothing to recover.'
    const obstacles = [{ code: 'environment_not_deployed', service: null, message }]
    return { server: null, release: null, services: [], data: [], obstacles }
  }
  const services = FrozenService.array().parse(release.services)
  const backups = await listUsableBackups(tx, organizationId, { environmentId, notOn: serverId })
  const data = services.flatMap(dataOf).map((each) => ({ ...each, backup: backupOf(backups, each) }))
  const server = await requireServer(tx, organizationId, serverId)
  return { server, release, services, data, obstacles: [...lostData(data), ...lostImages(release, services)] }
}

/** Data on the server: databases, and the volumes of apps. */
export function dataOf({
  serviceId,
  name: service,
  kind,
  configuration,
}: FrozenService): Omit<PlannedData, 'backup'>[] {
  if (isDatabaseKind(kind)) return [{ serviceId, service, volume: null }]
  return ownVolumes(configuration).map(({ name: volume }) => ({ serviceId, service, volume }))
}

function backupOf(backups: readonly UsableBackup[], of: Omit<PlannedData, 'backup'>): UsableBackup | null {
  return backups.find(({ serviceId, volume }) => serviceId === of.serviceId && volume === of.volume) ?? null
}

function lostData(data: readonly PlannedData[]): Obstacle[] {
  return data
    .filter(({ backup }) => backup === null)
    .map(({ service, volume }) => {
      const what = volume === null ? service : `The volume ${volume} of ${service}`
      const message = `${what} has no backup outside of this server.`
      return { code: 'recovery_without_backup', service, message }
    })
}

/** Images that were built are built again; others must have a name in a registry. */
function lostImages({ commit }: ReleaseRow, services: readonly FrozenService[]): Obstacle[] {
  return services.flatMap(({ name: service, image }) => {
    if (image === null) return []
    if (image.contentHash !== null && commit !== null) return []
    if (image.contentHash === null && (image.digest !== null || !image.reference.startsWith('sha256:'))) return []
    const message = `The image of ${service} exists only on this server.`
    return [{ code: 'recovery_impossible', service, message }]
  })
}
