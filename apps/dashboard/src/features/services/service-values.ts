/**
 * One model for every form that edits services: a request as text fields, and back. Field names are the paths of the request
 * body, so that each error finds its field. Pure.
 */
import type { Service, ServiceRequest } from '@longshore/sdk'

export type ServiceKind = ServiceRequest['kind']
export type Builder = NonNullable<ServiceRequest['source']>['builder']
type HealthType = NonNullable<ServiceRequest['healthCheck']>['type']

/** Number fields return numbers, or undefined when they are empty. */
type Amount = number | string | undefined

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
  /** The request that the form started with. Fields that the form doesn't show are sent as they are in it. */
  initial: ServiceRequest
}

const mib = 1_048_576
const databases: ReadonlySet<ServiceKind> = new Set(['postgres', 'mariadb', 'redis'])

export function isDatabase(kind: ServiceKind): boolean {
  return databases.has(kind)
}

/** Removing such a service deletes data. */
export function hasData({ kind, volumes }: Pick<Service, 'kind' | 'volumes'>): boolean {
  return isDatabase(kind) || (volumes ?? []).length > 0
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
      memoryBytes: typeof resources.memoryBytes === 'number' ? resources.memoryBytes / mib : '',
      cpus: resources.cpus ?? '',
      pids: resources.pids ?? '',
    },
    replicas: initial.replicas ?? '',
    volumes: (initial.volumes ?? []).map(({ name, path }) => `${name}:${path}`).join('\n'),
    drainSeconds: initial.drainSeconds ?? '',
    stabilitySeconds: initial.stabilitySeconds ?? '',
    dependsOn: (initial.dependsOn ?? []).join(', '),
    watchPaths: (initial.watchPaths ?? []).join('\n'),
    initial,
  }
}

export function toBody(values: ServiceValues): ServiceRequest {
  const { kind, healthCheck, resources, initial } = values
  const isData = isDatabase(kind)
  const memory = amount(resources.memoryBytes)
  const request: ServiceRequest = {
    ...initial,
    name: values.name.trim(),
    kind,
    source: isData || values.sharesImageWith !== '' ? null : sourceOf(values.source),
    engineVersion: isData ? textOrNull(values.engineVersion) : null,
    image: isData ? textOrNull(values.image) : null,
    sharesImageWith: isData ? null : textOrNull(values.sharesImageWith),
    command: isData || kind === 'static' ? null : commandOf(values.command),
    port: kind === 'web' || kind === 'worker' ? (amount(values.port) ?? null) : (initial.port ?? null),
    loopbackPort: isData ? (amount(values.loopbackPort) ?? null) : null,
    schedule: kind === 'cron' ? textOrNull(values.schedule) : null,
    releaseCommand: isData ? null : commandOf(values.releaseCommand),
    healthCheck: isData ? (initial.healthCheck ?? null) : healthOf(healthCheck),
    resources: {
      memoryBytes: memory === undefined ? null : Math.round(memory * mib),
      cpus: amount(resources.cpus) ?? null,
      pids: amount(resources.pids) ?? null,
    },
    ...optional('replicas', amount(values.replicas)),
    volumes: volumesOf(values.volumes),
    ...optional('drainSeconds', amount(values.drainSeconds)),
    ...optional('stabilitySeconds', amount(values.stabilitySeconds)),
    dependsOn: splitList(values.dependsOn, ','),
    watchPaths: splitList(values.watchPaths, '\n'),
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
  const { port: _port, healthCheck: _check, replicas: _replicas, volumes: _volumes, ...rest } = request
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
    command: check.type === 'command' ? commandOf(check.command) : null,
    ...optional('intervalSeconds', amount(check.intervalSeconds)),
    ...optional('timeoutSeconds', amount(check.timeoutSeconds)),
    ...optional('retries', amount(check.retries)),
    ...optional('startPeriodSeconds', amount(check.startPeriodSeconds)),
  }
}

/** An argument list is shown as JSON, so that arguments with spaces stay whole. */
export function commandText(command: string | readonly string[] | null | undefined): string {
  if (command === null || command === undefined) return ''
  return typeof command === 'string' ? command : JSON.stringify(command)
}

function commandOf(text: string): string | string[] | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!trimmed.startsWith('[')) return trimmed
  try {
    const list: unknown = JSON.parse(trimmed)
    return Array.isArray(list) && list.every((word) => typeof word === 'string') ? list : trimmed
  } catch {
    return trimmed
  }
}

function volumesOf(text: string): { name: string; path: string }[] {
  return splitList(text, '\n').map((line) => {
    const colon = line.indexOf(':')
    return colon < 0
      ? { name: '', path: line }
      : { name: line.slice(0, colon).trim(), path: line.slice(colon + 1).trim() }
  })
}

function splitList(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

/** Text that isn't a number becomes NaN, which the schema rejects at the field. */
function amount(value: Amount): number | undefined {
  if (value === '' || value === undefined) return undefined
  return Number(value)
}

function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  const part: { [Key in Name]?: Value } = {}
  if (value !== undefined) part[name] = value
  return part
}

function withoutNulls<Fields extends object>(fields: Fields): Partial<ServiceValues['source']> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}
