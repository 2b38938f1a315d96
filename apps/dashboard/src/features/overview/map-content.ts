/** Nodes and connections of an environment's map, from what the API reports. Pure. */
import type {
  ContainerVariable, Environment, EnvironmentMetrics, Service, ServiceInstance, VolumeUsage,
} from '@longshore/sdk' // biome-ignore format: a list
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { formatBytes } from '../../ui/format.ts'
import type { Tone } from '../../ui/status.tsx'
import { attachedState } from '../domains/attached-state.ts'
import { lastOf } from '../environments/metric-values.ts'
import { serviceState } from '../services/service-state.ts'
import { isDatabase } from '../services/service-values.ts'
import type { MapEdge, MapNode } from './map-layout.ts'

export interface ShownNode extends MapNode {
  label: string
  /** A few words below the label. */
  note: string
  status: { tone: Tone; label: string }
  /** Network traffic of the last minute. Null: not measured. */
  traffic: { received: string; sent: string; bytesPerSecond: number } | null
  to: string
  service: Service | null
}

export interface MapContent {
  nodes: readonly ShownNode[]
  edges: readonly MapEdge[]
}

export interface MapSources {
  environment: Environment
  instances: readonly ServiceInstance[]
  variables: readonly ContainerVariable[]
  volumes: readonly VolumeUsage[]
  metrics: EnvironmentMetrics | undefined
}

export function mapContent(sources: MapSources): MapContent {
  const { environment, volumes } = sources
  const { services, domains, id } = environment
  const nodes = [
    ...domains.map((domain) => domainNode(id, domain)),
    ...services.map((service) => serviceNode(service, sources)),
    ...volumes.map((volume) => volumeNode(id, volume)),
  ]
  const idOf = new Map(services.map((service) => [service.name, service.id]))
  const edges = [
    ...domains.map(({ hostname, service }) => ({ from: `domain ${hostname}`, to: idOf.get(service) ?? '' })),
    ...databaseEdges(sources, idOf),
    ...volumes.map((volume) => ({ from: volume.serviceId, to: volumeId(volume) })),
  ]
  return { nodes, edges }
}

function domainNode(environmentId: string, domain: Environment['domains'][number]): ShownNode {
  const { hostname, domainId, settings, origin } = domain
  const words = text.map
  return {
    id: `domain ${hostname}`,
    kind: 'domain',
    label: hostname,
    note: origin === 'automatic' ? text.overview.automatic : words.domain,
    status: settings === null ? { tone: 'good', label: words.routed } : attachedState(settings, undefined),
    traffic: null,
    to: domainId === null ? paths.environmentDomains(environmentId) : paths.domain(domainId),
    service: null,
  }
}

function serviceNode(service: Service, { environment, instances, metrics }: MapSources): ShownNode {
  const replicas = service.replicas ?? 1
  const kind = text.services.kinds[service.kind]
  return {
    id: service.id,
    kind: isDatabase(service.kind) ? 'database' : 'service',
    label: service.name,
    note: replicas > 1 ? `${kind} · ${text.overview.replicas(replicas)}` : kind,
    status: serviceState(service, instances),
    traffic: trafficOf(service, metrics),
    to: paths.service(environment.id, service.id),
    service,
  }
}

function trafficOf({ name }: Service, metrics: EnvironmentMetrics | undefined): ShownNode['traffic'] {
  const measured = metrics?.services.find((each) => each.name === name)?.metrics
  if (measured === undefined) return null
  const received = lastOf(measured.networkReceivedBytesPerSecond.values)
  const sent = lastOf(measured.networkSentBytesPerSecond.values)
  if (received === null || sent === null) return null
  const rate = (bytes: number) => text.usage.perSecond(formatBytes(bytes))
  return { received: rate(received), sent: rate(sent), bytesPerSecond: received + sent }
}

function volumeNode(environmentId: string, volume: VolumeUsage): ShownNode {
  const words = text.map
  const { serviceId, name, path, sizeBytes, isBackedUp } = volume
  return {
    id: volumeId(volume),
    kind: 'volume',
    label: path ?? name,
    note: sizeBytes === null ? words.unmeasured : formatBytes(sizeBytes),
    status: isBackedUp ? { tone: 'good', label: words.backedUp } : { tone: 'idle', label: words.notBackedUp },
    traffic: null,
    to: paths.service(environmentId, serviceId),
    service: null,
  }
}

function volumeId({ serviceId, name }: Pick<VolumeUsage, 'serviceId' | 'name'>): string {
  return `volume ${serviceId} ${name}`
}

/** A service uses a database if it gets a variable from it, or waits for it. */
function databaseEdges({ environment, variables }: MapSources, idOf: ReadonlyMap<string, string>): MapEdge[] {
  const given = variables.flatMap(({ service, source }) =>
    source.kind === 'database' && source.serviceId !== null
      ? [{ from: idOf.get(service) ?? '', to: source.serviceId }]
      : [],
  )
  const waits = environment.services.flatMap(({ id, dependsOn = [] }) =>
    dependsOn.map((name) => ({ from: id, to: idOf.get(name) ?? '' })),
  )
  const byKey = new Map([...given, ...waits].map((edge) => [`${edge.from} ${edge.to}`, edge]))
  return [...byKey.values()]
}
