/** Remedies for a failed deployment: an action or a link. Pure. */
import type { DeploymentError, Environment, Server, Service } from '@longshore/sdk'

const mib = 1_048_576

export type Remedy =
  | { kind: 'raise_memory'; service: Service; memoryBytes: number }
  | { kind: 'raise_build_memory'; serverId: string; memoryBytes: number }
  | { kind: 'clean_up'; serverId: string }
  | { kind: 'build_fresh' }
  | { kind: 'again' }
  | { kind: 'go'; to: 'server' | 'services' | 'variables' | 'registries' | 'settings' }

const places: Readonly<Record<string, Extract<Remedy, { kind: 'go' }>['to'][]>> = {
  health_check_failed: ['services'],
  crash_loop: ['services', 'variables'],
  unstable: ['services'],
  container_start_failed: ['services'],
  release_command_failed: ['services', 'variables'],
  dockerfile_not_found: ['services'],
  nothing_to_build: ['services'],
  not_enough_memory: ['services', 'server'],
  policy_refused: ['services'],
  image_not_found: ['services', 'registries'],
  registry_refused: ['registries'],
  branch_not_found: ['settings'],
  source_not_found: ['settings'],
  port_conflict: ['server'],
  build_unsupported: ['server'],
  railpack_missing: ['services'],
  host_key_changed: ['server'],
  key_refused: ['server'],
  docker_missing: ['server'],
  docker_unreachable: ['server'],
  docker_socket_denied: ['server'],
}
/** Temporary failures, so the remedy is to try again. */
const passing: ReadonlySet<string> = new Set([
  'registry_unreachable', 'connection_refused', 'connection_timeout', 'connection_lost', 'host_unreachable', 'worker_lost',
  'step_deadline_exceeded', 'proxy_failed',
]) // biome-ignore format: a list

export interface FailureContext {
  error: DeploymentError
  environment: Pick<Environment, 'services'>
  /** Server of the build or the service. Undefined: not read yet. */
  server: Pick<Server, 'id' | 'build' | 'resources'> | undefined
}

export function remediesOf({ error, environment, server }: FailureContext): Remedy[] {
  if (error.code === 'out_of_memory') return raiseMemory(error, environment)
  if (error.code === 'build_out_of_memory') return server === undefined ? [] : raiseBuildMemory(server)
  if (error.code === 'disk_full')
    return server === undefined ? [] : [{ kind: 'clean_up', serverId: server.id }, go('server')]
  if (error.code === 'build_failed') return [{ kind: 'build_fresh' }]
  if (passing.has(error.code)) return [{ kind: 'again' }]
  return (places[error.code] ?? []).map(go)
}

function go(to: Extract<Remedy, { kind: 'go' }>['to']): Remedy {
  return { kind: 'go', to }
}

/** The error detail starts with the name of the service. */
function raiseMemory({ detail }: DeploymentError, { services }: Pick<Environment, 'services'>): Remedy[] {
  const service = services.find(({ name }) => detail.startsWith(`${name} `))
  const memoryBytes = service?.resources?.memoryBytes
  if (service === undefined || typeof memoryBytes !== 'number' || service.ownedByFile.includes('resources'))
    return [go('services')]
  return [{ kind: 'raise_memory', service, memoryBytes: raised(memoryBytes) }]
}

/** Without a limit the build could use all free memory, so only another server helps. */
function raiseBuildMemory({ id, build, resources }: Pick<Server, 'id' | 'build' | 'resources'>): Remedy[] {
  if (build.memoryBytes === null) return [go('settings'), go('server')]
  const memoryBytes = raised(build.memoryBytes)
  if (resources !== null && memoryBytes > resources.memoryBytes) return [go('settings'), go('server')]
  return [{ kind: 'raise_build_memory', serverId: id, memoryBytes }]
}

/** 1.5 times as much, rounded up to 64 MiB. */
function raised(bytes: number): number {
  return Math.ceil((bytes * 1.5) / (64 * mib)) * 64 * mib
}
