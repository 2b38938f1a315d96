/** Decides what a service of a running stack does: serve HTTP, store data, or route requests to the others. Pure. */
import { isRunning, type RunningService } from './running-stack.policy.ts'

const databases =
  /(?:^|[/-])(?:postgres|postgresql|postgis|timescaledb|pgvector|mysql|mariadb|percona|mongo|mongodb|redis|valkey|keydb|memcached|rabbitmq|nats|kafka|zookeeper|etcd|elasticsearch|opensearch|clickhouse|cassandra|influxdb|couchdb|neo4j|qdrant|dragonfly)(?:[-:@]|$)/
const proxies =
  /(?:^|\/)(?:traefik|caddy|caddy-docker-proxy|nginx-proxy|nginx-proxy-manager|acme-companion|letsencrypt-nginx-proxy-companion|haproxy|swag)(?:[:@]|$)/
const databasePorts: ReadonlySet<number> = new Set([1433, 3306, 5432, 5672, 6379, 9042, 9092, 11211, 27017])
const httpPorts: ReadonlySet<number> = new Set([80, 443])

export function isDatabaseImage(reference: string): boolean {
  return databases.test(reference)
}

/** A reverse proxy next to services that it routes to. Alone, it is the app itself. */
export function isOwnProxy(service: RunningService, services: readonly RunningService[]): boolean {
  if (!proxies.test(service.image.reference)) return false
  const isHelper = /acme-companion|letsencrypt/.test(service.image.reference)
  if (!isHelper && !holdsHttpPorts(service)) return false
  return services.some(
    (each) =>
      each !== service &&
      isRunning(each) &&
      !isDatabaseImage(each.image.reference) &&
      !proxies.test(each.image.reference),
  )
}

export function holdsHttpPorts({ ports }: Pick<RunningService, 'ports'>): boolean {
  return ports.some(({ published }) => published !== null && httpPorts.has(published))
}

/** The published port, or what a proxy of the stack can reach. Null for a service without HTTP. */
export function webPortOf(service: RunningService, { hasProxy }: { hasProxy: boolean }): number | null {
  if (isDatabaseImage(service.image.reference)) return null
  const isWeb = (port: number) => port > 0 && port <= 65_535 && !databasePorts.has(port)
  const published = service.ports
    .filter(({ protocol }) => protocol === 'tcp')
    .map(({ container }) => container)
    .filter(isWeb)
  const reachable = published.length > 0 || !hasProxy ? published : service.exposed.filter(isWeb)
  const [first = null] = [...reachable].sort((a, b) => rankOf(a) - rankOf(b))
  return first
}

/** Plain HTTP before TLS, then the lowest number. */
function rankOf(port: number): number {
  return port === 443 || port === 8443 ? port + 100_000 : port
}
