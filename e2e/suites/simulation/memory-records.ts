/** In-memory rows of deployments, releases and routes, behind the port that the steps use. */

import { z } from 'zod'
import type { DeploymentStatus } from '../../../apps/server/src/modules/deployments/deployments.schemas.ts'
import { canFollow } from '../../../apps/server/src/modules/deployments/deployments.status.ts'
import type { DeploymentRecords } from '../../../apps/server/src/modules/deployments/workflow/deploy.context.ts'
import { subjectOf } from '../../../apps/server/src/modules/deployments/workflow/deploy-step.context.ts'
import { FrozenService } from '../../../apps/server/src/modules/workloads/release.schemas.ts'
import { volumeName } from '../../../apps/server/src/modules/workloads/server-names.policy.ts'
import type { DesiredState, Release } from '../../../apps/server/src/modules/workloads/workloads.context.ts'
import type { Tx } from '../../../apps/server/src/platform/database/database.ts'
import { PermanentError } from '../../../apps/server/src/platform/durable/permanent-error.ts'
import { brandId, type Id } from '../../../apps/server/src/platform/ids/brand.ts'
import { encodeId } from '../../../apps/server/src/platform/ids/type-id.ts'
import { Secret } from '../../../apps/server/src/platform/secrets/secret.ts'
import { type MemoryStore, MemoryTable } from '../../../apps/server/src/testing/simulation/memory-store.ts'
import type { MemoryProgram } from './memory-program-records.ts'

export interface MemoryDeployment {
  readonly id: Id<'dep'>
  readonly number: number
  readonly environmentId: Id<'env'>
  readonly serverId: Id<'srv'>
  readonly trigger: string
  readonly sha: string
  readonly releaseId: Id<'rel'> | null
  readonly status: DeploymentStatus
  readonly switchedAt: Date | null
  readonly switchFence: number | null
  readonly isReturned: boolean
  readonly finishedAt: Date | null
}

export type DesiredEnvironment = Omit<DesiredState, 'live'>

export interface EnvironmentStatus {
  readonly liveId: Id<'dep'> | null
  readonly liveServerId: Id<'srv'> | null
}

export interface Transition {
  readonly deploymentId: Id<'dep'>
  readonly from: DeploymentStatus
  readonly to: DeploymentStatus
}

export class MemoryRows {
  readonly deployments: MemoryTable<MemoryDeployment>
  readonly releases: MemoryTable<Release & { imagesRemoved: boolean }>
  readonly standings: MemoryTable<EnvironmentStatus>
  readonly desired = new Map<string, DesiredEnvironment>()
  readonly routes: MemoryTable<{ hostname: string; environment: string; service: string; serverId: string }>
  readonly proxies: MemoryTable<{ wanted: number; loaded: number }>
  readonly programs: MemoryTable<MemoryProgram>
  /** Includes writes of transactions that were rolled back: each is checked when it happens. */
  readonly forbidden: Transition[] = []
  readonly store: MemoryStore
  #releases = 0

  constructor(store: MemoryStore) {
    this.store = store
    this.deployments = new MemoryTable(store)
    this.releases = new MemoryTable(store)
    this.standings = new MemoryTable(store)
    this.routes = new MemoryTable(store)
    this.proxies = new MemoryTable(store)
    this.programs = new MemoryTable(store)
  }

  deployment(id: string): MemoryDeployment {
    const row = this.deployments.get(id)
    if (row === undefined) throw new Error(`no deployment ${id}`)
    return row
  }

  setStatus(id: Id<'dep'>, to: DeploymentStatus): void {
    const { status: from } = this.deployment(id)
    if (from === to) return
    if (!canFollow(from, to)) this.forbidden.push({ deploymentId: id, from, to })
    const isOver = ['live', 'failed', 'cancelled', 'superseded'].includes(to)
    this.deployments.change(id, { status: to, ...(isOver ? { finishedAt: this.store.now() } : {}) })
  }

  /** Idempotent, like `makeLive`. */
  makeLive(id: Id<'dep'>): void {
    const { finishedAt, environmentId, serverId } = this.deployment(id)
    if (finishedAt !== null) return
    for (const other of this.deployments.all()) {
      if (other.environmentId === environmentId && other.status === 'live') this.setStatus(other.id, 'retired')
    }
    this.setStatus(id, 'live')
    this.standings.put(environmentId, { liveId: id, liveServerId: serverId })
  }

  addRelease(release: Omit<Release, 'id'>): Id<'rel'> {
    const known = this.releases.all().find((each) => each.deploymentId === release.deploymentId)
    this.#releases += 1
    const id = known?.id ?? brandId<'rel'>(uuid(0x3000_0000 + this.#releases))
    this.releases.put(id, {
      ...release,
      services: z.array(FrozenService).parse(release.services),
      id,
      imagesRemoved: false,
    })
    return id
  }

  releaseOf(id: Id<'dep'> | null): Release | undefined {
    const { releaseId } = id === null ? { releaseId: null } : this.deployment(id)
    return releaseId === null ? undefined : this.releases.get(releaseId)
  }
}

export function uuid(number: number): string {
  return `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** `read`: a statement of its own, on its way like every other. */
export function memoryRecords(
  rows: MemoryRows,
  read: <T>(name: string, work: () => T) => Promise<T>,
): DeploymentRecords {
  const need = <T>(value: T | undefined, code: string): T => {
    if (value === undefined) throw new PermanentError(code, 'It is not known any more.')
    return value
  }
  return {
    deployment: (_organizationId, id) =>
      read('deployment', () => {
        const { environmentId, ...row } = rows.deployment(id)
        return {
          id,
          number: row.number,
          environmentId,
          projectId: need(rows.desired.get(environmentId), 'not_found').project.id,
          trigger: row.trigger,
          branch: 'main',
          requestedCommit: row.sha,
          givenImages: null,
          clearCache: false,
          releaseId: row.releaseId,
          switchedAt: row.switchedAt,
          isLive: row.status === 'live',
        }
      }),
    desired: (_organizationId, environmentId) => read('desired', () => readDesired(rows, environmentId)),
    release: (_organizationId, id) => read('release', () => need(rows.releases.get(id), 'release_not_kept')),
    otherReleases: (_organizationId, environmentId, except) =>
      read('otherReleases', () =>
        rows.releases
          .all()
          .filter((each) => each.environmentId === environmentId && each.deploymentId !== except && !each.imagesRemoved)
          .toReversed(),
      ),
    newerDeployments: (_organizationId, environmentId, than) =>
      read('newerDeployments', () => {
        const { number } = rows.deployment(than)
        const newer = (each: MemoryDeployment) => each.environmentId === environmentId && each.number > number
        return rows.deployments
          .all()
          .filter(newer)
          .map(({ id }) => id)
      }),
    // Its services use no parts of a server.
    allowances: () => Promise.reject(new Error('no service of the simulation uses parts of a server')),
    openVariables: (_organizationId, ids) => read('openVariables', () => new Map(ids.map((id) => [id, variable]))),
    openCredentials: () =>
      read('openCredentials', () => ({ username: 'u', databaseName: 'd', password: new Secret('p') })),
    dataVolume: (_organizationId, { name }) => read('dataVolume', () => name ?? 'data'),
    markStopped: async () => undefined,
    dataVolumes: () =>
      read(
        'dataVolumes',
        () =>
          (serviceId, { name }) =>
            volumeName(serviceId, name),
      ),
    openRegistry: () => read('openRegistry', () => null),
    ...writes(rows),
    hostnames: (_organizationId, environmentId) =>
      read('hostnames', () =>
        rows.routes
          .all()
          .filter((route) => route.environment === encodeId('env', environmentId))
          .map(({ hostname, service }) => ({ hostname, service, tls: false })),
      ),
    attachedHostnames: (_organizationId, environmentId) =>
      read('attachedHostnames', () =>
        rows.routes
          .all()
          .filter((route) => route.environment === encodeId('env', environmentId))
          .map(({ hostname, service }) => ({ hostname, service, url: `http://${hostname}`, origin: 'automatic' })),
      ),
    proxyConfiguration: (_organizationId, serverId) =>
      read('proxyConfiguration', () => {
        const { wanted, loaded } = rows.proxies.get(serverId) ?? { wanted: 0, loaded: 0 }
        if (loaded >= wanted) return null
        const own = rows.routes.all().filter((route) => route.serverId === serverId)
        const hosts = own.map(({ hostname, environment, service }) => [hostname, { environment, service }])
        return { json: JSON.stringify(Object.fromEntries(hosts)), version: wanted }
      }),
  }
}

const variable = { key: 'KEY', value: new Secret('value'), isSecret: true, scope: 'runtime' as const }

type Writes = Pick<
  DeploymentRecords,
  | 'saveCommit'
  | 'saveFile'
  | 'saveRelease'
  | 'addWarnings'
  | 'markSwitched'
  | 'markReturned'
  | 'markLive'
  | 'markImagesRemoved'
  | 'ensureRoutes'
  | 'markProxyLoaded'
>

function writes(rows: MemoryRows): Writes {
  return {
    saveCommit: async () => undefined,
    saveFile: async () => undefined,
    async saveRelease(_tx: Tx, context, release) {
      const { deploymentId, environmentId } = subjectOf(context)
      const releaseId = rows.addRelease({ ...release, deploymentId, environmentId })
      rows.deployments.change(deploymentId, { releaseId })
    },
    addWarnings: async () => undefined,
    async markSwitched(_tx, context, fence) {
      rows.deployments.change(subjectOf(context).deploymentId, { switchedAt: rows.store.now(), switchFence: fence })
    },
    async markReturned(_tx, context) {
      rows.deployments.change(subjectOf(context).deploymentId, { isReturned: true })
    },
    async markLive(_tx, context) {
      rows.makeLive(subjectOf(context).deploymentId)
    },
    async markImagesRemoved(_tx, _organizationId, releaseIds) {
      for (const id of releaseIds) rows.releases.change(id, { imagesRemoved: true })
    },
    async ensureRoutes(_tx, context, services) {
      const { environmentId, serverId } = subjectOf(context)
      const environment = encodeId('env', environmentId)
      for (const { name } of services) {
        const hostname = `${name}-${environment.slice(-6)}.example.test`
        if (rows.routes.get(hostname)?.serverId === serverId) continue
        rows.routes.put(hostname, { hostname, environment, service: name, serverId })
        const { wanted, loaded } = rows.proxies.get(serverId) ?? { wanted: 0, loaded: 0 }
        rows.proxies.put(serverId, { wanted: wanted + 1, loaded })
      }
    },
    async markProxyLoaded(_tx, _organizationId, serverId, { version }) {
      const { wanted, loaded } = rows.proxies.get(serverId) ?? { wanted: 0, loaded: 0 }
      rows.proxies.put(serverId, { wanted, loaded: Math.max(loaded, version) })
    },
  }
}

function readDesired(rows: MemoryRows, environmentId: Id<'env'>): DesiredState {
  const desired = rows.desired.get(environmentId)
  if (desired === undefined) throw new PermanentError('not_found', 'The environment was deleted meanwhile.')
  const { liveId, liveServerId } = rows.standings.get(environmentId) ?? { liveId: null, liveServerId: null }
  const release = rows.releaseOf(liveId)
  if (liveId === null || release === undefined) return { ...desired, live: null }
  const { id: releaseId, services } = release
  const live = { deploymentId: liveId, releaseId, serverId: liveServerId, isStopped: false, services }
  return { ...desired, live }
}
