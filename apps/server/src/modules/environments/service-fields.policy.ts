/** Checks which fields can be combined in a service, and in a list of services. Pure. */
import { type ContainerOptions, maxFilesLength } from '@longshore/analyzer/container'
import { findContainerFaults } from './container-fields.policy.ts'
import { engineVersionOf } from './engine-version.policy.ts'
import { ownVolumes } from './own-volumes.policy.ts'
import { isDatabaseKind, type ServiceKind } from './service-kinds.schemas.ts'

interface Fields {
  name: string
  kind: ServiceKind
  source: { builder: string } | null
  engineVersion: string | null
  image: string | null
  sharesImageWith: string | null
  command: unknown
  container: ContainerOptions | null
  files: readonly { path: string; content: string | null }[]
  volumes: readonly { name: string; path: string; service: string | null }[]
  port: number | null
  loopbackPort: number | null
  healthCheck: { type: string; path: string | null; command: unknown } | null
  replicas: number
  releaseCommand: unknown
  schedule: string | null
  aliases: readonly string[]
  dependsOn: readonly string[]
}

export interface ServiceFault {
  path: string
  message: string
}

export function findServiceFaults(service: Fields): ServiceFault[] {
  const faults: ServiceFault[] = []
  const check = (isFault: boolean, path: string, message: string) => {
    if (isFault) faults.push({ path, message })
  }
  if (isDatabaseKind(service.kind)) {
    for (const field of [
      'source',
      'command',
      'container',
      'port',
      'releaseCommand',
      'sharesImageWith',
      'healthCheck',
    ] as const)
      check(service[field] !== null, field, `does not go with kind ${service.kind}: Longshore decides it`)
    check(service.replicas !== 1, 'replicas', 'must be 1 for a database')
    check(service.files.length > 0, 'files', 'is not for databases')
    check(
      service.image !== null && service.engineVersion === null && engineVersionOf(service.image) === null,
      'engineVersion',
      "is required: the image tag doesn't show the database version",
    )
  } else {
    check(service.source === null && service.sharesImageWith === null, 'source', 'is needed')
    check(
      service.engineVersion !== null,
      'engineVersion',
      'is only for databases. Set a language version in the repository',
    )
    check(service.image !== null, 'image', 'is only for databases. Use source with builder image instead')
    check(
      service.loopbackPort !== null,
      'loopbackPort',
      'is only for databases. Other services are reached through their domain',
    )
  }
  check((service.kind === 'cron') !== (service.schedule !== null), 'schedule', scheduleFault(service.kind))
  check(service.kind === 'cron' && service.replicas !== 1, 'replicas', 'must be 1 for the kind cron')
  const { healthCheck } = service
  check(
    healthCheck?.type === 'command' && healthCheck.command === null,
    'healthCheck',
    'needs command for the type command',
  )
  check(
    healthCheck !== null && healthCheck.type !== 'http' && healthCheck.path !== null,
    'healthCheck',
    'has a path, which is only for the type http',
  )
  faults.push(...findContainerFaults(service))
  return faults
}

/** Finds duplicate and unknown names, and too much text. `path` is a JSON pointer into the list. */
export function findListFaults(services: readonly Fields[]): ServiceFault[] {
  const faults: ServiceFault[] = []
  const names = new Set(services.map((service) => service.name))
  const seen = new Set<string>()
  const ports = new Map<number, string>()
  let fileLength = 0
  for (const [index, service] of services.entries()) {
    for (const [path, name] of [['name', service.name], ...service.aliases.map((alias) => ['aliases', alias])]) {
      if (name === undefined) continue
      if (seen.has(name))
        faults.push({ path: `/${index}/${path}`, message: `${name} is already the name of another service` })
      seen.add(name)
    }
    for (const { content } of service.files) fileLength += content === null ? 0 : JSON.stringify(content).length
    if (service.files.length > 0 && fileLength > maxFilesLength)
      faults.push({ path: `/${index}/files`, message: 'has too much text: all services can have 96 KB together' })
    faults.push(...findSharingFaults(service, services).map((message) => ({ path: `/${index}/volumes`, message })))
    if (service.loopbackPort !== null) {
      const other = ports.get(service.loopbackPort)
      if (other !== undefined)
        faults.push({
          path: `/${index}/loopbackPort`,
          message: `${service.loopbackPort} is already the port of ${other}`,
        })
      ports.set(service.loopbackPort, service.name)
    }
    const wanted = [
      ['sharesImageWith', service.sharesImageWith],
      ...service.dependsOn.map((name) => ['dependsOn', name]),
    ] as const
    for (const [path, name] of wanted) {
      if (name === null || name === undefined) continue
      if (!names.has(name))
        faults.push({ path: `/${index}/${path}`, message: `${name} isn't a service of this environment` })
      else if (name === service.name) faults.push({ path: `/${index}/${path}`, message: "can't be the service itself" })
    }
  }
  return faults
}

/** Each shared volume needs an owner in the list that has it. */
function findSharingFaults({ name, volumes }: Fields, services: readonly Fields[]): string[] {
  return volumes.flatMap((volume) => {
    if (volume.service === null) return []
    if (volume.service === name) return [`${volume.name} is an own volume: leave service out`]
    const owner = services.find((each) => each.name === volume.service)
    if (owner === undefined) return [`${volume.service} isn't a service of this environment`]
    if (ownVolumes(owner).some((each) => each.name === volume.name)) return []
    return [`${owner.name} has no volume ${volume.name} of its own`]
  })
}

function scheduleFault(kind: string): string {
  return kind === 'cron' ? 'is required for the kind cron' : 'is only for the kind cron'
}
