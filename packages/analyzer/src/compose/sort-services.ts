/** Decides which services of a compose file are deployed, and as what. */
import type { AppWarning } from '../app.ts'
import { type DatabaseImage, engineOfImage, isSupported, splitImage } from '../databases/engines.ts'
import { baseOfDockerfile } from '../dockerfile/base-image.ts'
import { joinPath } from '../formats/repository-path.ts'
import type { Repository } from '../repository.ts'
import { warn } from './compose-warning.ts'
import { isNextToDevelopment, isViewer, reasonOfBuild } from './local-development.ts'
import { isInDisabledProfile } from './read-profiles.ts'
import type { ComposeService } from './read-service.ts'
import { reasonToLeaveOut } from './side-images.ts'
import type { ComposeDatabase } from './to-database.ts'

export interface SortedServices {
  /** Databases that Longshore manages. */
  readonly databases: readonly ComposeDatabase[]
  /** All others that are deployed. */
  readonly kept: readonly ComposeService[]
  /** Engines of those that are databases which Longshore doesn't manage, by name in the file. */
  readonly engines: ReadonlyMap<string, DatabaseImage['engine']>
}

export async function sortServices(
  all: readonly ComposeService[],
  {
    repository,
    names,
    file,
    warnings,
  }: { repository: Repository; names: ReadonlyMap<string, string>; file: string; warnings: AppWarning[] },
): Promise<SortedServices> {
  const databases: ComposeDatabase[] = []
  const kept: ComposeService[] = []
  const developmentServices: ComposeService[] = []
  const engines = new Map<string, DatabaseImage['engine']>()
  for (const service of all) {
    const image = service.build === null ? engineOfImage(service.image ?? '') : await engineOfBuild(service, repository)
    const isManaged = image !== null && isSupported(image.engine)
    const reason = isInDisabledProfile(service) ? null : reasonOfBuild(service, repository)
    const left = reason ?? reasonOf(service, { isOnly: all.length === 1, isManaged })
    if (reason !== null) developmentServices.push(service)
    warnings.push(...service.warnings.filter(({ code }) => !isMoot(code, { image, isManaged })))
    if (left !== null) warnings.push(leftOut(service, { file, instead: left }))
    else if (image !== null && isManaged)
      databases.push({ service, image, name: names.get(service.name) ?? 'database' })
    else {
      kept.push(service)
      if (image !== null) engines.set(service.name, image.engine)
    }
  }
  return { databases, kept: kept.filter((one) => !isNextToDevelopment(one, developmentServices)), engines }
}

/** Null for a service that is deployed. */
function reasonOf(service: ComposeService, { isOnly, isManaged }: { isOnly: boolean; isManaged: boolean }) {
  if (isInDisabledProfile(service))
    return `Compose starts it only with the profile ${namesOf(service)}. Enable the profile for the project if you need it.`
  if (service.replicas === 0)
    return 'It has 0 replicas, so Compose doesn’t start it. Add it in the settings if you need it.'
  if (isViewer(service.command)) return "It's a tool for people to look into a database. Use a client on your computer."
  if (isManaged) return null
  if (service.build === null && service.image === null) return 'It has neither a build nor an image.'
  return service.build === null && !isOnly ? reasonToLeaveOut(splitImage(service.image ?? '')[0]) : null
}

function namesOf({ profiles }: ComposeService): string {
  return profiles
    .map(({ name }) => name)
    .slice(0, 5)
    .join(' or ')
}

/** A managed database has its own hostname, and every database is only reached by name. */
function isMoot(code: string, { image, isManaged }: { image: DatabaseImage | null; isManaged: boolean }): boolean {
  return (isManaged && code === 'compose_key_mapped') || (image !== null && code === 'compose_port_raw')
}

function leftOut(service: ComposeService, { file, instead }: { file: string; instead: string }): AppWarning {
  const message = `Longshore doesn't deploy the service ${service.name}.`
  return warn('compose_service_left_out', message, { file, line: service.line, instead })
}

/** A database with its own Dockerfile, for an extension or an init script. */
async function engineOfBuild(service: ComposeService, repository: Repository) {
  const { build } = service
  if (build === null) return null
  const text = await repository.text(build.dockerfile ?? joinPath(build.context, 'Dockerfile'))
  const base = text === null ? null : baseOfDockerfile(text, build.target)
  return base === null ? null : engineOfImage(base)
}
