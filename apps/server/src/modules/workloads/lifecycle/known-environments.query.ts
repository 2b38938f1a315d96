/**
 * Reads what the database knows about environments with resources on a server. This happens after the server was read,
 * so work that has ended by then stays ended.
 */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { busyKeys, unfinishedRuns } from '../../../platform/durable/runs.ts'
import type { RunId } from '../../../platform/durable/workflow-ref.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { decodeId, encodeId } from '../../../platform/ids/type-id.ts'
import { type EnvironmentState, listEnvironmentStates, tidyEnvironment } from '../../environments/index.ts'
import { isRoutedKind } from '../../environments/service-kinds.schemas.ts'
import { listTrashedEnvironments } from '../../trash/index.ts'
import { expectedContainers } from '../expected-containers.policy.ts'
import { FrozenService } from '../release.schemas.ts'
import { networkName, runIdIn } from '../server-names.policy.ts'
import { isOneOff, type KnownEnvironment, type SeenServer } from './compare-server.policy.ts'
import { listKeptImages, listLiveReleases, listUnfinishedDeployments } from './server-inventory.repository.ts'

export function environmentsOn(seen: SeenServer): Id<'env'>[] {
  const found = [...seen.containers, ...seen.images, ...seen.networks].map((each) => each.environment)
  const ids = [...found, ...Object.keys(seen.proxy ?? {})].map((text) => decodeId('env', text ?? ''))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** Returns the names of containers of one-off commands that must not be removed yet. */
export type ListHeldCommands = (
  tx: Tx,
  organizationId: OrganizationId,
  environmentIds: readonly Id<'env'>[],
) => Promise<readonly { environmentId: string; container: string }[]>

/** Returns the IDs that unfinished recovery drills use instead of that of their environment. */
export type ListDrills = (
  tx: Tx,
  organizationId: OrganizationId,
  standInIds: readonly Id<'env'>[],
) => Promise<readonly Id<'env'>[]>

export interface Known {
  states: ReadonlyMap<string, EnvironmentState>
  /** Keyed by the ID in the labels. */
  environments: ReadonlyMap<string, KnownEnvironment>
  /** Environments in the trash, by the ID in the labels. */
  trashed: ReadonlySet<string>
}

export async function readKnown(
  tx: Tx,
  organizationId: OrganizationId,
  on: {
    serverId: Id<'srv'>
    ids: readonly Id<'env'>[]
    seen: Pick<SeenServer, 'containers'>
    listHeldCommands: ListHeldCommands
    listDrills?: ListDrills | undefined
    except?: RunId
  },
): Promise<Known> {
  // The trash comes first: an environment that is restored between the two queries would be in neither, and lose its images.
  const trashed = await listTrashedEnvironments(tx, organizationId, on.ids)
  const states = await listEnvironmentStates(tx, organizationId, on.ids)
  const ids = states.map((state) => state.id)
  const busy = await busyKeys(tx, tidyEnvironment, ids, on.except)
  const unfinished = await listUnfinishedDeployments(tx, organizationId, ids)
  const live = await listLiveReleases(tx, organizationId, ids)
  const kept = await listKeptImages(tx, organizationId, ids)
  const held = await on.listHeldCommands(tx, organizationId, ids)
  const heldOneOffs = await listHeldOneOffs(tx, organizationId, on.seen)
  const environments = states.map((state): KnownEnvironment => {
    const of = <T extends { environmentId: string }>(rows: readonly T[]) =>
      rows.filter((row) => row.environmentId === state.id)
    return {
      id: encodeId('env', state.id),
      isBusy: busy.has(state.id),
      isStopped: state.stoppedAt !== null,
      live: state.liveServerId === on.serverId ? toLive(of(live)[0]) : null,
      network: networkName(state.id),
      unfinished: new Set(of(unfinished).map((row) => encodeId('dep', brandId<'dep'>(row.id)))),
      heldCommands: new Set(of(held).map((row) => row.container)),
      heldOneOffs,
      keptImages: new Set(of(kept).map((row) => row.image)),
    }
  })
  const unknown = on.ids.filter((id) => !ids.includes(id))
  const drills = (await on.listDrills?.(tx, organizationId, unknown)) ?? []
  environments.push(...drills.map(toDrill))
  return {
    states: new Map(states.map((state) => [encodeId('env', state.id), state])),
    environments: new Map(environments.map((environment) => [environment.id, environment])),
    trashed: new Set(trashed.map((id) => encodeId('env', id))),
  }
}

/** One-off containers belong to runs outside the environment's queue, such as backups, restore tests, and jobs. */
async function listHeldOneOffs(
  tx: Tx,
  organizationId: OrganizationId,
  { containers }: Pick<SeenServer, 'containers'>,
): Promise<Set<string>> {
  const owned = containers
    .filter(isOneOff)
    .flatMap(({ name }) => [runIdIn(name)].filter((id) => id !== undefined).map((id) => ({ name, id })))
  const unfinished = await unfinishedRuns(tx, organizationId, [...new Set(owned.map(({ id }) => id))])
  return new Set(owned.filter(({ id }) => unfinished.has(id)).map(({ name }) => name))
}

function toDrill(id: Id<'env'>): KnownEnvironment {
  return {
    id: encodeId('env', id),
    isBusy: true,
    isDrill: true,
    isStopped: false,
    live: null,
    network: networkName(id),
    unfinished: new Set(),
    heldCommands: new Set(),
    heldOneOffs: new Set(),
    keptImages: new Set(),
  }
}

function toLive(release: { deploymentId: string; services: unknown } | undefined): KnownEnvironment['live'] {
  if (release === undefined) return null
  const services = z.array(FrozenService).parse(release.services)
  const deploymentId = brandId<'dep'>(release.deploymentId)
  return {
    deployment: encodeId('dep', deploymentId),
    containers: expectedContainers(deploymentId, services),
    hasTraffic: services.some(({ kind }) => isRoutedKind(kind)),
  }
}
