/** Services from an analysis, as the finalize form edits them. Pure. */
import type { Analysis, ServiceRequest } from '@longshore/sdk'
import { optional } from '../services/field-values.ts'
import { isDatabase, type ServiceKind, type ServiceValues, toBody, toValues } from '../services/service-values.ts'
import { isOwnVolume, type VolumeLine } from '../services/volume-lines.ts'

type AnalyzedService = Analysis['services'][number]
type AnalyzedDatabase = Analysis['databases'][number]

/** Names are unique in an environment, so the first service of a name wins. */
export function valuesFromAnalysis({ services, databases }: Pick<Analysis, 'services' | 'databases'>): ServiceValues[] {
  const all = [...services.map(fromService), ...databases.flatMap(fromDatabase)]
  return all.filter(({ name }, index) => all.findIndex((each) => each.name === name) === index).map(toValues)
}

function fromService(found: AnalyzedService): ServiceRequest {
  const { name, kind, sharesImageWith, port, schedule, releaseCommand } = found
  const { volumes, aliases, dependsOn, watchPaths, container = null, files = [] } = found
  return {
    ...{ name, kind, sharesImageWith, port, schedule, releaseCommand },
    ...{ volumes, aliases, dependsOn, watchPaths, container, files },
    source: sharesImageWith === null ? sourceOf(found) : null,
    command: kind === 'static' ? null : commandOf(found),
    healthCheck: healthCheckOf(found),
    ...stated('resources', found.resources),
    ...stated('replicas', found.replicas),
    ...stated('drainSeconds', found.drainSeconds),
  }
}

/** The API accepts no empty list of arguments: the image then starts with its own. */
function commandOf({ startArguments, startCommand }: AnalyzedService): string | string[] | null {
  const command = startArguments ?? startCommand
  return Array.isArray(command) && command.length === 0 ? null : command
}

function healthCheckOf({ healthCheck }: AnalyzedService): NonNullable<ServiceRequest['healthCheck']> | null {
  if (healthCheck === null) return null
  const { type, path, command, intervalSeconds, timeoutSeconds, retries, startPeriodSeconds } = healthCheck
  return {
    ...{ type, path, command },
    ...stated('intervalSeconds', intervalSeconds),
    ...stated('timeoutSeconds', timeoutSeconds),
    ...stated('retries', retries),
    ...stated('startPeriodSeconds', startPeriodSeconds),
  }
}

/** Fields that the repository doesn't state keep their defaults. */
function stated<Name extends string, Value>(name: Name, value: Value | null | undefined): { [Key in Name]?: Value } {
  return optional(name, value ?? undefined)
}

function sourceOf(found: AnalyzedService): NonNullable<ServiceRequest['source']> {
  const { builder, rootDirectory, installCommand, buildCommand, outputDirectory, dockerfile, image } = found
  if (builder === 'image') return { builder, image: image ?? '' }
  if (builder === 'dockerfile')
    return {
      builder,
      dockerfile: dockerfile?.path ?? 'Dockerfile',
      context: dockerfile?.context ?? rootDirectory,
      target: dockerfile?.target ?? null,
    }
  const commands = { rootDirectory, installCommand, buildCommand }
  return builder === 'static'
    ? { builder, ...commands, outputDirectory: outputDirectory ?? '.' }
    : { builder, ...commands }
}

function fromDatabase({ engine, name, version, supported }: AnalyzedDatabase): ServiceRequest[] {
  const kind = databaseKinds.find((each) => each === engine)
  if (kind === undefined || !supported) return []
  const isName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)
  return [{ name: isName ? name : kind, kind, engineVersion: version }]
}

const databaseKinds = ['postgres', 'mariadb', 'redis'] as const satisfies readonly ServiceKind[]

export function toRequests(all: readonly ServiceValues[]): ServiceRequest[] {
  const names = new Set(all.map(({ name }) => name))
  return all.map((values) => withoutUnknownNames(toBody(values), names))
}

/** A service that was removed or renamed in the form must not be named by the others. */
function withoutUnknownNames(request: ServiceRequest, names: ReadonlySet<string>): ServiceRequest {
  if (isDatabase(request.kind)) return request
  return {
    ...request,
    dependsOn: (request.dependsOn ?? []).filter((each) => names.has(each) && each !== request.name),
    aliases: (request.aliases ?? []).filter((each) => !names.has(each)),
    volumes: (request.volumes ?? []).filter(
      (volume: VolumeLine) => isOwnVolume(volume) || names.has(volume.service ?? ''),
    ),
  }
}

/** Unchanged services aren't sent: the server then takes those of the analysis, with the fields that repository files set. */
export function isChanged(initial: readonly ServiceValues[], current: readonly ServiceValues[]): boolean {
  return JSON.stringify(toRequests(initial)) !== JSON.stringify(toRequests(current))
}
