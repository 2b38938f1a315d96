/**
 * Services as a form holds them: what is null in the API is empty text here. What the analysis found becomes such values, and values
 * become what is sent; fields that do not belong to the chosen kind or build are left out.
 */
import type { Analysis, ServiceRequest } from '@longshore/sdk'

export type ServiceKind = ServiceRequest['kind']
export type Builder = 'auto' | 'dockerfile' | 'static' | 'railpack' | 'image' | 'shared'
export type HealthType = 'none' | 'http' | 'tcp' | 'command'

export interface ServiceValues {
  name: string
  kind: ServiceKind
  source: {
    builder: Builder
    rootDirectory: string
    installCommand: string
    buildCommand: string
    outputDirectory: string
    dockerfile: string
    context: string
    target: string
    image: string
  }
  sharesImageWith: string
  command: string
  port: number | undefined
  healthCheck: { type: HealthType; path: string; command: string }
  schedule: string
  releaseCommand: string
  engineVersion: string
  /** Not edited here. */
  kept: Pick<ServiceRequest, 'volumes' | 'aliases' | 'dependsOn' | 'watchPaths'>
}

type FoundService = Analysis['services'][number]
type FoundDatabase = Analysis['databases'][number]

const databaseKinds = ['postgres', 'mariadb', 'redis'] as const

export function isDatabase(kind: ServiceKind): boolean {
  return databaseKinds.some((each) => each === kind)
}

const emptySource = {
  builder: 'auto' as Builder, rootDirectory: '.', installCommand: '', buildCommand: '', outputDirectory: '',
  dockerfile: 'Dockerfile', context: '.', target: '', image: '',
} // biome-ignore format: all of them

export function emptyService(name: string, kind: ServiceKind): ServiceValues {
  return {
    ...{ name, kind, source: emptySource, sharesImageWith: '', command: '', port: undefined },
    healthCheck: { type: 'none', path: '/', command: '' },
    ...{ schedule: '', releaseCommand: '', engineVersion: '', kept: {} },
  }
}

export function valuesOf({ services, databases }: Pick<Analysis, 'services' | 'databases'>): ServiceValues[] {
  const all = [...services.map(ofService), ...databases.flatMap(ofDatabase)]
  return all.filter(({ name }, index) => all.findIndex((each) => each.name === name) === index)
}

function ofService(found: FoundService): ServiceValues {
  const { dockerfile, healthCheck, volumes, aliases, dependsOn, watchPaths } = found
  return {
    ...emptyService(found.name, found.kind),
    source: {
      builder: found.sharesImageWith === null ? found.builder : 'shared',
      rootDirectory: found.rootDirectory,
      installCommand: found.installCommand ?? '',
      buildCommand: found.buildCommand ?? '',
      outputDirectory: found.outputDirectory ?? '',
      dockerfile: dockerfile?.path ?? emptySource.dockerfile,
      context: dockerfile?.context ?? found.rootDirectory,
      target: dockerfile?.target ?? '',
      image: found.image ?? '',
    },
    sharesImageWith: found.sharesImageWith ?? '',
    command: found.kind === 'static' ? '' : (found.startCommand ?? ''),
    port: found.port ?? undefined,
    healthCheck: {
      type: healthCheck?.type ?? 'none',
      path: healthCheck?.path ?? '/',
      command: healthCheck?.command ?? '',
    },
    schedule: found.schedule ?? '',
    releaseCommand: found.releaseCommand ?? '',
    kept: { volumes, aliases, dependsOn, watchPaths },
  }
}

function ofDatabase({ engine, name, version, supported }: FoundDatabase): ServiceValues[] {
  const kind = databaseKinds.find((each) => each === engine)
  if (kind === undefined || !supported) return []
  const isName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)
  return [{ ...emptyService(isName ? name : kind, kind), engineVersion: version ?? '' }]
}

export function toRequests(all: readonly ServiceValues[]): ServiceRequest[] {
  const names = new Set(all.map(({ name }) => name))
  return all.map((values) => toRequest(values, names))
}

function toRequest(values: ServiceValues, names: ReadonlySet<string>): ServiceRequest {
  const { name, kind, kept, healthCheck, source } = values
  if (isDatabase(kind)) return { name, kind, engineVersion: orNull(values.engineVersion) }
  const isShared = source.builder === 'shared'
  const { type, path, command } = healthCheck
  return {
    ...kept,
    // A service that was removed or renamed is nobody's neighbour any more.
    dependsOn: (kept.dependsOn ?? []).filter((each) => names.has(each) && each !== name),
    aliases: (kept.aliases ?? []).filter((each) => !names.has(each)),
    ...{ name, kind, source: isShared ? null : toSource(source) },
    sharesImageWith: isShared ? orNull(values.sharesImageWith) : null,
    command: kind === 'static' ? null : orNull(values.command),
    port: values.port ?? null,
    healthCheck:
      type === 'none' ? null : { type, ...(type === 'http' ? { path } : type === 'command' ? { command } : {}) },
    releaseCommand: orNull(values.releaseCommand),
    schedule: kind === 'cron' ? orNull(values.schedule) : null,
  }
}

function toSource(source: ServiceValues['source']): NonNullable<ServiceRequest['source']> {
  const { builder, rootDirectory, dockerfile, context, target, image, outputDirectory } = source
  const commands = { installCommand: orNull(source.installCommand), buildCommand: orNull(source.buildCommand) }
  if (builder === 'image') return { builder, image }
  if (builder === 'dockerfile') return { builder, dockerfile, context, target: orNull(target) }
  if (builder === 'static')
    return { builder, rootDirectory, ...commands, outputDirectory: outputDirectory === '' ? '.' : outputDirectory }
  return { builder: builder === 'railpack' ? builder : 'auto', rootDirectory, ...commands }
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

/** What nobody corrected is left to the server, which knows what files of the repository decide. */
export function isChanged(first: readonly ServiceValues[], now: readonly ServiceValues[]): boolean {
  return JSON.stringify(toRequests(first)) !== JSON.stringify(toRequests(now))
}
