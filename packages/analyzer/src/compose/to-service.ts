/** Converts a service of a compose file. */
import { onOneLine } from '../formats/one-line.ts'
import { folderOf, joinPath } from '../formats/repository-path.ts'
import type { StatedService } from '../reading.ts'
import type { Evidence } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'
import { toServiceName } from '../service-name.ts'
import type { ComposeService } from './read-service.ts'

export interface ToServiceInput {
  readonly service: ComposeService
  readonly file: string
  readonly repository: Repository
  /** Names in the file → service names, for kept services and databases. */
  readonly names: ReadonlyMap<string, string>
}

export function toStatedService({ service, file, repository, names }: ToServiceInput): StatedService {
  const name = names.get(service.name) ?? 'app'
  const { build } = service
  const dockerfile = build === null ? null : (build.dockerfile ?? joinPath(build.context, 'Dockerfile'))
  const hasDockerfile = dockerfile !== null && (build?.dockerfile != null || repository.has(dockerfile))
  const port = portOf(service)
  const isWeb = port !== null || service.isRouted || service.healthCheck?.type === 'http' || reachedVariables(service)
  const aliases = [...new Set([...(service.name === name ? [] : [service.name]), ...service.aliases])].filter(
    (one) => one !== name,
  )
  return {
    name,
    kind: isWeb ? 'web' : 'worker',
    ...(isWeb ? {} : { isKindGuessed: true }),
    rootDirectory: rootOf(service),
    ...(build === null ? { builder: 'image', image: service.image } : {}),
    ...(hasDockerfile && build !== null
      ? {
          builder: 'dockerfile',
          dockerfile: {
            source: 'repository',
            path: dockerfile,
            context: build.context,
            target: build.target,
            text: null,
          },
        }
      : {}),
    ...(service.command === null ? {} : { startCommand: service.command }),
    ...(port === null ? {} : { port: port.port }),
    ...(service.healthCheck === null ? {} : { healthCheck: service.healthCheck }),
    volumes: [...service.volumes],
    aliases: aliases.slice(0, 20),
    dependsOn: service.dependsOn.flatMap((one) => names.get(one.name) ?? []),
    evidence: evidenceOf(service, { file, port }),
  }
}

/** Service names for all of them; duplicates get numbers. */
export function nameServices(services: readonly ComposeService[]): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const service of services) {
    const base = (toServiceName(service.name) ?? 'app').slice(0, 58)
    let name = base
    for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`
    taken.add(name)
    names.set(service.name, name)
  }
  return names
}

/**
 * Folder of the code: the Dockerfile's folder if the context is a folder above and the folder contains more than
 * Dockerfiles.
 */
function rootOf({ build }: ComposeService): string {
  if (build?.dockerfile == null) return build?.context ?? '.'
  const folder = folderOf(build.dockerfile)
  const isKeeper =
    /(?:^|\/)\.?(?:docker|dockerfiles?|deploy(?:ment)?|infra|ops|build|ci|compose|containers?)(?:\/|$)/.test(folder)
  const isBelow = build.context === '.' ? folder !== '.' : folder.startsWith(`${build.context}/`)
  return isBelow && !isKeeper ? folder : build.context
}

/** Public ports come first; the variable PORT comes last. */
function portOf(service: ComposeService): { port: number; line: number; text: string } | null {
  const usual = service.ports.find(({ port }) => port !== 443 && port !== 22 && port !== 9229)
  const found = usual ?? service.ports[0] ?? service.expose[0]
  if (found !== undefined) return found
  const variable = service.environment.find(({ key }) => key === 'PORT')
  const port = Number(variable?.value ?? Number.NaN)
  if (variable === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return null
  return { port, line: variable.line, text: `PORT=${port}` }
}

function reachedVariables(service: ComposeService): boolean {
  return service.environment.some(({ key }) => key === 'VIRTUAL_HOST' || key === 'LETSENCRYPT_HOST')
}

function evidenceOf(
  service: ComposeService,
  { file, port }: { file: string; port: ReturnType<typeof portOf> },
): Evidence[] {
  const found: Evidence[] = []
  const add = (claim: string, line: number | null, what: string) =>
    found.push({ claim, file, line, what: onOneLine(what).slice(0, 300) })
  add('name', service.line, `service ${service.name}`)
  if (service.build !== null) add('builder', service.line, `build of ${service.build.context}`)
  else if (service.image !== null) add('image', service.imageLine, `image: ${service.image}`)
  if (service.command !== null) add('startCommand', service.commandLine, `command: ${service.command}`)
  if (port !== null) add('port', port.line, `port ${port.text}`)
  if (service.healthCheck !== null) add('healthCheck', service.healthLine, 'healthcheck')
  return found
}
