/** Request bodies for the remedies of a failed deployment. Pure. */
import type { DeploymentRemedy, ReplacedVariableRequest, Service, ServiceRequest } from './types.generated.ts'

const mib = 1_048_576

export type RemedyChange =
  /** Body of `configureServices`: the complete list. */
  | { readonly kind: 'services'; readonly services: ServiceRequest[]; readonly changed: ServiceRequest }
  /** Body of `replaceVariables`, with `keepOthers`. */
  | { readonly kind: 'variables'; readonly variables: ReplacedVariableRequest[] }
  /** Body of `updateServer`. */
  | { readonly kind: 'server'; readonly serverId: string; readonly build: { memoryBytes: number } }

/** A service → its request, without fields that the server generates. */
export function toServiceRequest(service: Service): ServiceRequest {
  const {
    id: _id,
    tunnel: _tunnel,
    ownedByFile: _owned,
    createdAt: _created,
    updatedAt: _updated,
    ...request
  } = service
  return request
}

/** The API takes the complete list, so the other services are included unchanged. */
export function withService(
  services: readonly Service[],
  changed: ServiceRequest,
  nameBefore = changed.name,
): ServiceRequest[] {
  const isKnown = services.some(({ name }) => name === nameBefore)
  const all = services.map((each) => (each.name === nameBefore ? changed : toServiceRequest(each)))
  return isKnown ? all : [...all, changed]
}

/** Whether a person has to enter the value, the command or the version. */
export function needsText(remedy: DeploymentRemedy): boolean {
  if (remedy.action === 'set_variable') return remedy.value === null && !remedy.keepsValue
  if (remedy.action === 'change_command') return remedy.command === null
  return remedy.action === 'pin_version' && remedy.version === null
}

/** Text to confirm: the suggestion, or the current value. Memory is in MiB. */
export function suggestedText(remedy: DeploymentRemedy, services: readonly Service[]): string {
  switch (remedy.action) {
    case 'set_variable':
      return remedy.value ?? ''
    case 'change_command':
      return remedy.command ?? currentCommand(remedy, services)
    case 'change_port':
      return String(remedy.port)
    case 'raise_memory':
    case 'raise_build_memory':
      return String(Math.round(remedy.memoryBytes / mib))
    case 'add_database':
      return remedy.name
    case 'pin_version':
      return remedy.version ?? ''
  }
}

/** `text`: the confirmed text. Undefined: the service no longer exists. */
export function changeFor(
  remedy: DeploymentRemedy,
  { text, services, secret }: { text: string; services: readonly Service[]; secret?: boolean },
): RemedyChange | undefined {
  if (remedy.action === 'set_variable') return { kind: 'variables', variables: [variableFor(remedy, text, secret)] }
  if (remedy.action === 'raise_build_memory')
    return { kind: 'server', serverId: remedy.serverId, build: { memoryBytes: Math.round(Number(text) * mib) } }
  const changed = changedService(remedy, text, services)
  return changed === undefined ? undefined : { kind: 'services', services: withService(services, changed), changed }
}

type ServiceRemedy = Exclude<DeploymentRemedy, { action: 'set_variable' | 'raise_build_memory' }>

function changedService(remedy: ServiceRemedy, text: string, services: readonly Service[]): ServiceRequest | undefined {
  if (remedy.action === 'add_database') return { name: text, kind: remedy.kind }
  const service = services.find(({ name }) => name === remedy.service)
  if (service === undefined) return undefined
  const request = toServiceRequest(service)
  switch (remedy.action) {
    case 'change_port':
      return { ...request, port: Number(text) }
    case 'raise_memory':
      return { ...request, resources: { ...request.resources, memoryBytes: Math.round(Number(text) * mib) } }
    case 'pin_version':
      return withSource(request, { runtimeVersion: text })
    case 'change_command':
      if (remedy.field === 'command' || remedy.field === 'releaseCommand') return { ...request, [remedy.field]: text }
      return withSource(request, { [remedy.field]: text })
  }
}

/** Only sources that Longshore builds have these fields. */
function withSource(request: ServiceRequest, fields: Record<string, string>): ServiceRequest {
  const { source } = request
  return source?.builder === 'auto' || source?.builder === 'static'
    ? { ...request, source: { ...source, ...fields } }
    : request
}

function variableFor(
  { key, scope, service, value, keepsValue }: Extract<DeploymentRemedy, { action: 'set_variable' }>,
  text: string,
  secret: boolean = value === null,
): ReplacedVariableRequest {
  return {
    key,
    scope,
    ...(service === null ? {} : { service }),
    ...(keepsValue && text === '' ? {} : { value: text, secret }),
  }
}

function currentCommand(
  { service, field }: Extract<DeploymentRemedy, { action: 'change_command' }>,
  services: readonly Service[],
): string {
  const found = services.find(({ name }) => name === service)
  if (field === 'command' || field === 'releaseCommand') return textOf(found?.[field])
  const source = found?.source
  return source?.builder === 'auto' || source?.builder === 'static' ? (source[field] ?? '') : ''
}

function textOf(command: string | readonly string[] | null | undefined): string {
  return typeof command === 'string' ? command : (command ?? []).join(' ')
}
