/** Converts a service of a compose file. */
import type { ContainerOptions, ServiceGrants } from '../container.schemas.ts'
import { onOneLine } from '../formats/one-line.ts'
import { folderOf, joinPath } from '../formats/repository-path.ts'
import type { StatedService } from '../reading.ts'
import type { AnalyzedService, Evidence } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'
import { toServiceName } from '../service-name.ts'
import { type Notes, note } from './compose-warning.ts'
import { canBeReadOnly } from './container-places.ts'
import type { PlacedService } from './place-service.ts'
import { isUnset } from './read-options.ts'
import type { ComposeService } from './read-service.ts'
import { type Start, toShellStart, toStart } from './to-start.ts'

export interface ToServiceInput {
  readonly service: PlacedService
  readonly file: string
  readonly repository: Repository
  /** Names in the file → service names, for kept services and databases. */
  readonly names: ReadonlyMap<string, string>
  /** Additional hostnames. */
  readonly aliases: readonly string[]
  readonly notes: Notes
}

export function toStatedService(input: ToServiceInput): StatedService {
  const { service, repository, names, aliases, notes } = input
  const { build, health, places } = service
  const dockerfile = dockerfileOf(service, repository)
  const isGenerated = build !== null && dockerfile === null
  const start = isGenerated ? toShellStart(service.start) : toStart(service.start, notes)
  const container = containerOf(service, { start, isGenerated, notes })
  const port = service.isDatabase && !service.isRouted ? null : portOf(service)
  const isWeb = isWebService(service, port)
  return {
    name: names.get(service.name) ?? 'app',
    kind: isWeb ? 'web' : 'worker',
    ...(isWeb || service.isDatabase ? {} : { isKindGuessed: true }),
    rootDirectory: rootOf(service),
    ...(build === null ? { builder: 'image', image: service.image } : {}),
    ...(dockerfile === null ? {} : { builder: 'dockerfile', dockerfile }),
    ...start.fields,
    ...(container === null ? {} : { container }),
    ...(service.resources === null ? {} : { resources: service.resources }),
    ...(service.replicas === null ? {} : { replicas: service.replicas }),
    ...(service.drainSeconds === null ? {} : { drainSeconds: service.drainSeconds }),
    ...(port === null ? {} : { port: port.port }),
    ...(health === null ? {} : { healthCheck: healthOf(service, isWeb) }),
    volumes: places.volumes.map(({ owner, ...volume }) => ({
      ...volume,
      service: owner === undefined ? null : (names.get(owner) ?? null),
    })),
    ...(places.files.length === 0 ? {} : { files: places.files }),
    aliases: [...aliases],
    dependsOn: service.dependsOn.flatMap((one) => names.get(one.name) ?? []),
    evidence: evidenceOf(input, { port, start, container }),
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

/** Null for a finished image, and for an image that Longshore generates. */
export function dockerfileOf({ build }: ComposeService, repository: Repository): AnalyzedService['dockerfile'] {
  if (build === null) return null
  const path = build.dockerfile ?? joinPath(build.context, 'Dockerfile')
  if (build.dockerfile === null && !repository.has(path)) return null
  return { source: 'repository', path, context: build.context, target: build.target, text: null }
}

/** Null if the file states nothing. */
function containerOf(
  { options, places, line }: PlacedService,
  { start, isGenerated, notes }: { start: Start; isGenerated: boolean; notes: Notes },
): ContainerOptions | null {
  if (isGenerated && (options.user !== null || options.workingDirectory !== null))
    note(notes, 'compose_key_ignored', {
      message: '"user" and "working_dir" have no effect.',
      line,
      instead: 'Longshore generates the image, with its own user and directory. Add a Dockerfile to decide them.',
    })
  const isReadOnly = options.readOnly && canBeReadOnly(places)
  if (options.readOnly && !isReadOnly)
    note(notes, 'compose_key_refused', {
      message: '"read_only" isn\'t supported together with files.',
      line: places.filesLine ?? line,
      instead:
        'Docker can’t place files in a read-only file system. Build them into the image, or use paths below a volume.',
    })
  const own = isGenerated ? { ...options, user: null, workingDirectory: null } : options
  const grants = grantsOf(options.grants, places.hostMounts)
  const container = { ...own, grants, entrypoint: start.entrypoint, readOnly: isReadOnly }
  return isUnset(container) ? null : container
}

function grantsOf(stated: ServiceGrants | null, hostMounts: ServiceGrants['hostMounts']): ServiceGrants | null {
  if (hostMounts.length === 0) return stated
  return { capabilities: stated?.capabilities ?? [], devices: stated?.devices ?? [], hostMounts }
}

function isWebService(service: PlacedService, port: ReturnType<typeof portOf>): boolean {
  if (service.isDatabase) return service.isRouted && port !== null
  return port !== null || service.isRouted || service.health?.check?.type === 'http' || reachedVariables(service)
}

/** A service that gets no requests has no port for an HTTP check. */
function healthOf({ health, isDatabase }: PlacedService, isWeb: boolean): AnalyzedService['healthCheck'] {
  if (health === null || health.check === null) return null
  const { check, command } = health
  return isDatabase && !isWeb && check.type === 'http' ? { ...check, type: 'command', path: null, command } : check
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
  const ports = service.ports.filter(({ isHttp }) => isHttp)
  const usual = ports.find(({ port }) => port !== 443 && port !== 9229)
  const found = usual ?? ports[0] ?? service.expose.find(({ isHttp }) => isHttp)
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
  { service, file, aliases }: ToServiceInput,
  { port, start, container }: { port: ReturnType<typeof portOf>; start: Start; container: ContainerOptions | null },
): Evidence[] {
  const found: Evidence[] = []
  const add = (claim: string, line: number | null, what: string) =>
    found.push({ claim, file, line, what: onOneLine(what).slice(0, 300) })
  const { line } = service
  add('name', line, `service ${service.name}`)
  if (service.build !== null) add('builder', line, `build of ${service.build.context}`)
  else if (service.image !== null) add('image', service.imageLine, `image: ${service.image}`)
  if (Object.keys(start.fields).length > 0)
    add('startCommand', service.commandLine, `command: ${service.command ?? 'a list of arguments'}`)
  if (port !== null) add('port', port.line, `port ${port.text}`)
  if (service.health !== null) add('healthCheck', service.healthLine, 'healthcheck')
  if (container !== null) add('container', line, 'options of the containers')
  if (service.resources !== null) add('resources', line, 'limits of the containers')
  if (service.replicas !== null) add('replicas', line, `${service.replicas} containers`)
  if (service.drainSeconds !== null) add('drainSeconds', line, `${service.drainSeconds} s to stop`)
  if (service.places.files.length > 0) add('files', service.places.filesLine, 'files of the containers')
  if (aliases.length > 0) add('aliases', line, `hostnames ${aliases.join(', ')}`)
  return found
}
