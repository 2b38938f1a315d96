/** A service as the fields of a form, and back. Names of fields are the paths of the body, so that faults find their field; pure. */
import type { Service, ServiceRequest } from '@longshore/sdk'
import { toServiceRequest } from '@longshore/sdk/remedies'

export type ServiceKind = Service['kind']
export type Builder = NonNullable<ServiceRequest['source']>['builder']
type HealthType = NonNullable<ServiceRequest['healthCheck']>['type']

/** Numbers come from their fields as numbers, or as undefined when they are empty. */
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
}

const mib = 1_048_576
const databases: ReadonlySet<ServiceKind> = new Set(['postgres', 'mariadb', 'redis'])

export function isDatabase(kind: ServiceKind): boolean {
  return databases.has(kind)
}

/** Data is lost when it goes. */
export function hasData({ kind, volumes }: Pick<Service, 'kind' | 'volumes'>): boolean {
  return isDatabase(kind) || (volumes ?? []).length > 0
}

export function toValues(service: Service | undefined): ServiceValues {
  const given = service === undefined ? newService : toServiceRequest(service)
  const health = given.healthCheck
  const resources = given.resources ?? {}
  return {
    name: given.name,
    kind: given.kind,
    source: { ...emptySource, ...withoutNulls(given.source ?? {}) },
    engineVersion: given.engineVersion ?? '',
    image: given.image ?? '',
    sharesImageWith: given.sharesImageWith ?? '',
    command: commandText(given.command),
    port: given.port ?? '',
    loopbackPort: given.loopbackPort ?? '',
    schedule: given.schedule ?? '',
    releaseCommand: commandText(given.releaseCommand),
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
    replicas: given.replicas ?? '',
    volumes: (given.volumes ?? []).map(({ name, path }) => `${name}:${path}`).join('\n'),
    drainSeconds: given.drainSeconds ?? '',
    stabilitySeconds: given.stabilitySeconds ?? '',
    dependsOn: (given.dependsOn ?? []).join(', '),
    watchPaths: (given.watchPaths ?? []).join('\n'),
  }
}

/** What the form does not show, such as aliases, stays as it was. */
export function toBody(values: ServiceValues, before: Service | undefined): ServiceRequest {
  const { kind, healthCheck, resources } = values
  const isData = isDatabase(kind)
  const memory = amount(resources.memoryBytes)
  const request: ServiceRequest = {
    ...(before === undefined ? {} : toServiceRequest(before)),
    name: values.name.trim(),
    kind,
    source: isData || values.sharesImageWith !== '' ? null : sourceOf(values.source),
    engineVersion: isData ? textOrNull(values.engineVersion) : null,
    image: isData ? textOrNull(values.image) : null,
    sharesImageWith: isData ? null : textOrNull(values.sharesImageWith),
    command: isData ? null : commandOf(values.command),
    port: kind === 'web' || kind === 'worker' ? (amount(values.port) ?? null) : (before?.port ?? null),
    loopbackPort: isData ? (amount(values.loopbackPort) ?? null) : null,
    schedule: kind === 'cron' ? textOrNull(values.schedule) : null,
    releaseCommand: isData ? null : commandOf(values.releaseCommand),
    healthCheck: isData ? (before?.healthCheck ?? null) : healthOf(healthCheck),
    resources: {
      memoryBytes: memory === undefined ? null : Math.round(memory * mib),
      cpus: amount(resources.cpus) ?? null,
      pids: amount(resources.pids) ?? null,
    },
    ...given('replicas', amount(values.replicas)),
    volumes: volumesOf(values.volumes),
    ...given('drainSeconds', amount(values.drainSeconds)),
    ...given('stabilitySeconds', amount(values.stabilitySeconds)),
    dependsOn: splitList(values.dependsOn, ','),
    watchPaths: splitList(values.watchPaths, '\n'),
  }
  return isData ? withoutAppFields(request) : request
}

const newService: ServiceRequest = { name: '', kind: 'web', source: { builder: 'auto' } }
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

/** Fields that databases have no use for are left to the server. */
function withoutAppFields(request: ServiceRequest): ServiceRequest {
  const { port: _port, healthCheck: _check, replicas: _replicas, volumes: _volumes, ...rest } = request
  return rest
}

function sourceOf(source: ServiceValues['source']): NonNullable<ServiceRequest['source']> {
  const { builder, image } = source
  const commands = {
    installCommand: textOrNull(source.installCommand),
    buildCommand: textOrNull(source.buildCommand),
    ...given('rootDirectory', source.rootDirectory.trim() || undefined),
  }
  const version = given('runtimeVersion', source.runtimeVersion.trim() || undefined)
  if (builder === 'image') return { builder, image: image.trim() }
  if (builder === 'railpack') return { builder, ...commands }
  if (builder === 'auto') return { builder, ...commands, ...version }
  if (builder === 'static')
    return { builder, ...commands, ...version, ...given('outputDirectory', source.outputDirectory.trim() || undefined) }
  return {
    builder,
    target: textOrNull(source.target),
    ...given('dockerfile', source.dockerfile.trim() || undefined),
    ...given('context', source.context.trim() || undefined),
  }
}

function healthOf(check: ServiceValues['healthCheck']): ServiceRequest['healthCheck'] {
  if (check.type === '') return null
  return {
    type: check.type,
    path: check.type === 'http' ? textOrNull(check.path) : null,
    command: check.type === 'command' ? commandOf(check.command) : null,
    ...given('intervalSeconds', amount(check.intervalSeconds)),
    ...given('timeoutSeconds', amount(check.timeoutSeconds)),
    ...given('retries', amount(check.retries)),
    ...given('startPeriodSeconds', amount(check.startPeriodSeconds)),
  }
}

/** A list is written as JSON, so that words with spaces stay whole. */
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

/** What is no number stays what it is: the rules say so at the field. */
function amount(value: Amount): number | undefined {
  if (value === '' || value === undefined) return undefined
  return Number(value)
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  const part: { [Key in Name]?: Value } = {}
  if (value !== undefined) part[name] = value
  return part
}

function withoutNulls<Fields extends object>(fields: Fields): Partial<ServiceValues['source']> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}
