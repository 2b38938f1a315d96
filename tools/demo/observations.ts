/** Containers, volume sizes, and container events, as sweeps would find them on the servers. */
import { createHash } from 'node:crypto'
import { brandId } from '../../apps/server/src/platform/ids/brand.ts'
import { encodeId, newId } from '../../apps/server/src/platform/ids/type-id.ts'
import type { Demo, PlacedEnvironment, PlacedService } from './demo.ts'
import { hoursBefore } from './past-id.ts'

const sizes: Readonly<Record<string, number>> = { postgres: 4_870_000_000, redis: 38_400_000, mariadb: 910_000_000 }
const uploadsBytes = 1_290_000_000
const longRunning = new Set(['web', 'worker', 'static', 'postgres', 'redis', 'mariadb'])
/** Databases keep their containers when a new version is deployed. */
const databaseHours = 912

export async function addObservations(demo: Demo): Promise<void> {
  for (const environment of demo.environments) {
    const [row] = await demo.db.query<{ id: string; at: Date }>(
      'select d.id, d.switched_at as at from environments e join deployments d on d.id = e.live_deployment_id where e.id = $1',
      [environment.id],
    )
    const live = { deploymentId: row?.id ?? '', since: row?.at ?? demo.now }
    const instances = environment.services.flatMap((service) => instancesOf(demo, service, live))
    const volumes = environment.services.flatMap((service) => volumesOf(environment, service))
    await demo.db.query(
      `insert into environment_observations (environment_id, organization_id, server_id, instances, instances_at, volumes, volumes_at)
       values ($1, $2, $3, $4, now(), $5, now() - interval '17 minutes')`,
      [environment.id, demo.organizationId, environment.serverId, JSON.stringify(instances), JSON.stringify(volumes)],
    )
    await addEvents(demo, environment, instances)
  }
}

/** Called while the demo runs, as a sweep would. */
export async function refreshObservations({ db }: Demo): Promise<void> {
  await db.query('update environment_observations set instances_at = now()', [])
}

interface Live {
  readonly deploymentId: string
  readonly since: Date
}

function instancesOf({ now }: Demo, { id, name, kind, configuration }: PlacedService, live: Live) {
  if (!longRunning.has(kind)) return []
  const isDatabase = kind in sizes
  const serviceId = encodeId('svc', brandId(id))
  const prefix = isDatabase ? 'longshore' : `longshore-${encodeId('dep', brandId(live.deploymentId))}`
  return Array.from({ length: Number(configuration['replicas'] ?? 1) }, (_, slot) => ({
    serviceId: id,
    slot,
    service: name,
    container: isDatabase ? `${prefix}-${serviceId}` : `${prefix}-${serviceId}-${slot}`,
    deploymentId: isDatabase ? null : live.deploymentId,
    state: 'running',
    health: null,
    startedAt: (isDatabase ? hoursBefore(now, databaseHours) : live.since).toISOString(),
    restarts: kind === 'worker' ? 1 : 0,
    exitCode: null,
    outOfMemory: false,
  }))
}

function volumesOf({ name: environment }: PlacedEnvironment, { id, kind, configuration }: PlacedService) {
  const share = environment === 'production' ? 1 : 0.08
  const prefix = `longshore-${encodeId('svc', brandId(id))}`
  const own = kind in sizes ? [{ name: 'data', bytes: sizes[kind] ?? 0 }] : []
  const { volumes } = configuration
  const named = Array.isArray(volumes)
    ? volumes.map((each: { name: string }) => ({ name: each.name, bytes: uploadsBytes }))
    : []
  return [...own, ...named].map(({ name, bytes }) => ({
    name: `${prefix}-${name}`,
    sizeBytes: Math.round(bytes * share),
  }))
}

type Instance = ReturnType<typeof instancesOf>[number]

async function addEvents(demo: Demo, environment: PlacedEnvironment, instances: readonly Instance[]): Promise<void> {
  for (const { service, container, deploymentId, startedAt, restarts } of instances) {
    const started = new Date(startedAt)
    const add = (kind: string, at: Date, exitCode: number | null = null) =>
      addEvent(demo, environment, { service, container, deploymentId, kind, at, exitCode })
    await add('started', started)
    if (restarts === 0) continue
    const again = new Date(started.getTime() + 5_400_000)
    await add('out_of_memory', again)
    await add('exited', new Date(again.getTime() + 40), 137)
    await add('started', new Date(again.getTime() + 900))
  }
}

interface Event {
  readonly service: string
  readonly container: string
  readonly deploymentId: string | null
  readonly kind: string
  readonly at: Date
  readonly exitCode: number | null
}

async function addEvent({ db, organizationId }: Demo, { id }: PlacedEnvironment, event: Event): Promise<void> {
  await db.query(
    `insert into container_events (id, organization_id, environment_id, service, deployment_id, container, kind, exit_code, at, told_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      newId('evt'),
      organizationId,
      id,
      event.service,
      event.deploymentId,
      createHash('sha256').update(event.container).digest('hex').slice(0, 12),
      event.kind,
      event.exitCode,
      event.at,
      event.at.toISOString(),
    ],
  )
}
