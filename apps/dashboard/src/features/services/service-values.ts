/**
 * One model for every form that edits services: a request as text fields, and back. Field names are the paths of the request
 * body, so that each error finds its field. Pure.
 */
import type { Service, ServiceRequest } from '@longshore/sdk'
import { commandText, readCommand } from './command-text.ts'
import { type ContainerValues, toContainer, toContainerValues } from './container-values.ts'
import { type Amount, amount, bytesOrNull, mebibytes, optional, splitList, textOrNull } from './field-values.ts'
import { type FileValues, toFile, toFileValues } from './file-values.ts'
import { formatVolume, isOwnVolume, readVolumes } from './volume-lines.ts'

export type ServiceKind = ServiceRequest['kind']
export type Builder = NonNullable<ServiceRequest['source']>['builder']
type HealthType = NonNullable<ServiceRequest['healthCheck']>['type']

export interface ServiceValues {
  name: string
  kind: ServiceKind
  source: {
    builder: Builder
    rootDirectory: string
    installCommand: string
    runtimeVersion: string
    buildCommand: string
    dockerfile: string
    context: string
    target: string
    outputDirectory: string
    image: string
  }
  engineVersion: string
  image: string
  sharesImageWith: string
  command: string
  port: Amount
  loopbackPort: Amount
  schedule: string
  releaseCommand: string
  healthCheck: {
    type: HealthType | ''
    path: string
    command: string
    intervalSeconds: Amount
    timeoutSeconds: Amount
    retries: Amount
    startPeriodSeconds: Amount
  }
  resources: { memoryBytes: Amount; cpus: Amount; pids: Amount }
  replicas: Amount
  volumes: string
  drainSeconds: Amount
  stabilitySeconds: Amount
  dependsOn: string
  watchPaths: string
  container: ContainerValues
  files: FileValues[]
  /** The request that the form started with. Fields that the form doesn't show are sent as they are in it. */
  initial: ServiceRequest
}

const databases: ReadonlySet<ServiceKind> = new Set(['postgres', 'mariadb', 'redis'])

export function isDatabase(kind: ServiceKind): boolean {
  return databases.has(kind)
}

/** Removing such a service deletes data. */
export function hasData({ kind, volumes }: Pick<Service, 'kind' | 'volumes'>): boolean {
  return isDatabase(kind) || (volumes ?? []).some(isOwnVolume)
}

export function newService(name = '', kind: ServiceKind = 'web'): ServiceRequest {
  return { name, kind, source: { builder: 'auto' } }
}

export function toValues(initial: ServiceRequest): ServiceValues {
  const health = initial.healthCheck
  const resources = initial.resources ?? {}
  return {
    name: initial.name,
    kind: initial.kind,
    source: { ...emptySource, ...withoutNulls(initial.source ?? {}) },
    engineVersion: initial.engineVersion ?? '',
    image: initial.image ?? '',
    sharesImageWith: initial.sharesImageWith ?? '',
    command: commandText(initial.command),
    port: initial.port ?? '',
    loopbackPort: initial.loopbackPort ?? '',
    schedule: initial.schedule ?? '',
    releaseCommand: commandText(initial.releaseCommand),
    healthCheck: {
      type: health?.type ?? '',
      path: health?.path ?? '',
      command: commandText(health?.command),
      intervalSeconds: health?.intervalSeconds ?? '',
      timeoutSeconds: health?.timeoutSeconds ?? '',
      retries: health?.retries ?? '',
      startPeriodSeconds: health?.startPeriodSeconds ?? '',
    },
    resources: {
      memoryBytes: mebibytes(resources.memoryBytes),
      cpus: resources.cpus ?? '',
      pids: resources.pids ?? '',
    },
    replicas: initial.replicas ?? '',
    volumes: (initial.volumes ?? []).map(formatVolume).join('\n'),
    drainSeconds: initial.drainSeconds ?? '',
    stabilitySeconds: initial.stabilitySeconds ?? '',
    dependsOn: (initial.dependsOn ?? []).join(', '),
    watchPaths: (initial.watchPaths ?? []).join('\n'),
    container: toContainerValues(initial.container),
    files: (initial.files ?? []).map(toFileValues),
    initial,
  }
}

export function toBody(values: ServiceValues): ServiceRequest {
  const { kind, healthCheck, resources, initial } = values
  const isData = isDatabase(kind)
  const request: ServiceRequest = {
    ...initial,
    name: values.name.trim(),
    kind,
    source: isData || values.sharesImageWith !== '' ? null : sourceOf(values.source),
    engineVersion: isData ? textOrNull(values.engineVersion) : null,
    image: isData ? textOrNull(values.image) : null,
    sharesImageWith: isData ? null : textOrNull(values.sharesImageWith),
    command: isData || kind === 'static' ? null : readCommand(values.command),
    port: kind === 'web' || kind === 'worker' ? (amount(values.port) ?? null) : (initial.port ?? null),
    loopbackPort: isData ? (amount(values.loopbackPort) ?? null) : null,
    schedule: kind === 'cron' ? textOrNull(values.schedule) : null,
    releaseCommand: isData ? null : readCommand(values.releaseCommand),
    healthCheck: isData ? (initial.healthCheck ?? null) : healthOf(healthCheck),
    resources: {
      memoryBytes: bytesOrNull(resources.memoryBytes),
      cpus: amount(resources.cpus) ?? null,
      pids: amount(resources.pids) ?? null,
    },
    ...optional('replicas', amount(values.replicas)),
    volumes: readVolumes(values.volumes),
    ...optional('drainSeconds', amount(values.drainSeconds)),
    ...optional('stabilitySeconds', amount(values.stabilitySeconds)),
    dependsOn: splitList(values.dependsOn, ','),
    watchPaths: splitList(values.watchPaths, '\n'),
    container: toContainer(values.container),
    files: values.files.map(toFile),
  }
  return isData ? withoutAppFields(request) : request
}

const emptySource: ServiceValues['source'] = {
  builder: 'auto',
  rootDirectory: '',
  installCommand: '',
  runtimeVersion: '',
  buildCommand: '',
  dockerfile: '',
  context: '',
  target: '',
  outputDirectory: '',
  image: '',
}

/** The server sets these fields for databases. */
function withoutAppFields(request: ServiceRequest): ServiceRequest {
  const { port: _port, healthCheck: _check, replicas: _replicas, volumes: _volumes, ...others } = request
  const { container: _container, files: _files, ...rest } = others
  return rest
}

function sourceOf(source: ServiceValues['source']): NonNullable<ServiceRequest['source']> {
  const { builder, image } = source
  const commands = {
    installCommand: textOrNull(source.installCommand),
    buildCommand: textOrNull(source.buildCommand),
    ...optional('rootDirectory', source.rootDirectory.trim() || undefined),
  }
  const version = optional('runtimeVersion', source.runtimeVersion.trim() || undefined)
  if (builder === 'image') return { builder, image: image.trim() }
  if (builder === 'railpack') return { builder, ...commands }
  if (builder === 'auto') return { builder, ...commands, ...version }
  if (builder === 'static')
    return {
      builder,
      ...commands,
      ...version,
      ...optional('outputDirectory', source.outputDirectory.trim() || undefined),
    }
  return {
    builder,
    target: textOrNull(source.target),
    ...optional('dockerfile', source.dockerfile.trim() || undefined),
    ...optional('context', source.context.trim() || undefined),
  }
}

function healthOf(check: ServiceValues['healthCheck']): ServiceRequest['healthCheck'] {
  if (check.type === '') return null
  return {
    type: check.type,
    path: check.type === 'http' ? textOrNull(check.path) : null,
    command: check.type === 'command' ? readCommand(check.command) : null,
    ...optional('intervalSeconds', amount(check.intervalSeconds)),
    ...optional('timeoutSeconds', amount(check.timeoutSeconds)),
    ...optional('retries', amount(check.retries)),
    ...optional('startPeriodSeconds', amount(check.startPeriodSeconds)),
  }
}

function withoutNulls<Fields extends object>(fields: Fields): Partial<ServiceValues['source']> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}
