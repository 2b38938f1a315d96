/** Several services can mount one volume: it belongs to the first of them, and the others share it. */
import type { AppWarning } from '../app.ts'
import { refuse } from './compose-warning.ts'
import type { Places } from './container-places.ts'

export interface MountingService {
  readonly name: string
  readonly line: number
  readonly volumes: Places['volumes']
  /** True for a database that Longshore manages: its files are its own. */
  readonly isManaged: boolean
}

export interface SharedVolumes {
  /** By name of the service, without the rejected mounts. */
  readonly volumes: ReadonlyMap<string, Places['volumes']>
  readonly warnings: readonly AppWarning[]
}

/** Managed databases come first, so that no service owns the files of one. */
export function shareVolumes(services: readonly MountingService[], file: string): SharedVolumes {
  const owners = new Map<string, MountingService>()
  const warnings: AppWarning[] = []
  const volumes = new Map<string, Places['volumes']>()
  for (const service of services) {
    const kept: Places['volumes'] = []
    for (const volume of service.volumes) {
      const owner = owners.get(volume.name) ?? service
      owners.set(volume.name, owner)
      if (owner === service) kept.push(volume)
      else if (!owner.isManaged) kept.push({ ...volume, owner: owner.name })
      else warnings.push(refuseFiles(service, { volume, owner, file }))
    }
    volumes.set(service.name, kept)
  }
  return { volumes, warnings }
}

function refuseFiles(
  service: MountingService,
  { volume, owner, file }: { volume: Places['volumes'][number]; owner: MountingService; file: string },
): AppWarning {
  const instead = `The volume has the files of the database ${owner.name}. Connect to the database, or use an object store for backups.`
  const what = `volumes: ${volume.name}:${volume.path}`
  return refuse(`service ${service.name}`, what, { file, line: service.line, instead })
}
