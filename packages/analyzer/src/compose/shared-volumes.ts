/** A volume belongs to one service: a second service that mounts the same name would silently get another volume. */
import type { AppWarning } from '../app.ts'
import { refuse } from './compose-warning.ts'
import type { ComposeService } from './read-service.ts'

export interface OwnVolumes {
  /** Excludes the rejected mounts. */
  volumesOf(service: ComposeService): ComposeService['volumes']
  readonly warnings: readonly AppWarning[]
}

/** The first service that mounts a volume keeps it: databases come before the services that read their files. */
export function refuseSharedVolumes(services: readonly ComposeService[], file: string): OwnVolumes {
  const owners = new Map<string, string>()
  const warnings: AppWarning[] = []
  const own = new Map<ComposeService, ComposeService['volumes']>()
  for (const service of services) {
    const kept = service.volumes.filter(({ name }) => (owners.get(name) ?? service.name) === service.name)
    own.set(service, kept)
    for (const { name } of kept) owners.set(name, service.name)
    for (const { name, path } of service.volumes.filter((volume) => !kept.includes(volume))) {
      const instead = `The volume belongs to ${owners.get(name)}, and services can’t share one. Run both programs in one service, or keep the files in an object store.`
      warnings.push(
        refuse(`service ${service.name}`, `volumes: ${name}:${path}`, { file, line: service.line, instead }),
      )
    }
  }
  return { volumesOf: (service) => own.get(service) ?? service.volumes, warnings }
}
