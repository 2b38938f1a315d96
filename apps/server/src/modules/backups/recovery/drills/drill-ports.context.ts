/**
 * Ports for the steps of a deployment, so that they rebuild an environment under other IDs in isolation: they read the
 * live release and its secrets, and write nothing about the environment.
 */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../../platform/database/database.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { newId } from '../../../../platform/ids/type-id.ts'
import { createRedactor } from '../../../../platform/secrets/redactor.ts'
import type { DeployDeps, DeploymentRecords } from '../../../deployments/worker.ts'
import {
  type DataRuntimes,
  type DeployLog,
  type DesiredState,
  labelsOf,
  type MoveData,
  type Release,
  restoreContainerName,
  volumeName,
} from '../../../workloads/worker.ts'
import { RecoveredData } from '../../moves/moves.schemas.ts'
import { fillFromBackup, type RecoveryTools } from '../restore-from-backups.remote.ts'
import type { DrillRow } from './drills.repository.ts'
import { isolate } from './isolated-runtime.remote.ts'
import { type StandIns, standInsFor } from './stand-in.policy.ts'

export interface DrillTools extends RecoveryTools {
  readonly runtimes: DataRuntimes
  readonly ports: DeployDeps
}

interface Scene {
  readonly tools: DrillTools
  readonly drill: DrillRow
  readonly standIns: StandIns
}

export async function createDrillPorts(tools: DrillTools, drill: DrillRow): Promise<DeployDeps> {
  const { ports } = tools
  const release = await ports.records.release(drill.organization_id, drill.release_id)
  const standIns = standInsFor(
    drill.stand_in_id,
    release.services.map(({ serviceId }) => serviceId),
  )
  const scene = { tools, drill, standIns }
  return {
    runtimes: {
      use: (organizationId, serverId, work, signal) =>
        ports.runtimes.use(organizationId, serverId, (runtime) => work(isolate(runtime, drill.id)), signal),
    },
    records: recordsOf(scene, release),
    sources: ports.sources,
    settings: ports.settings,
    programs: ports.programs,
    clock: ports.clock,
    log: silentLog,
    moveData: moveDataOf(scene),
  }
}

function recordsOf({ tools, drill, standIns }: Scene, release: Release): DeploymentRecords {
  const { records } = tools.ports
  const { environment_id: environmentId } = drill
  const nothing = async () => undefined
  return {
    ...records,
    desired: async (organizationId) =>
      standInState(await records.desired(organizationId, environmentId), { drill, standIns }),
    release: async () => standInRelease(release, standIns),
    otherReleases: async () => [],
    newerDeployments: async () => [],
    deployment: async (organizationId, id) => {
      const { project } = await records.desired(organizationId, environmentId)
      return {
        ...{ id, number: 1, environmentId: drill.stand_in_id, projectId: project.id, trigger: 'recovery' },
        ...{ branch: release.branch, requestedCommit: null, givenImages: null, releaseId: drill.release_id },
        // A server that replaces a lost one has no cache either.
        ...{ clearCache: true, switchedAt: null, isLive: false },
      }
    },
    allowances: (of) => records.allowances({ ...of, environmentId }),
    openCredentials: (organizationId, id) => records.openCredentials(organizationId, standIns.origin(id)),
    hostnames: (organizationId) => records.hostnames(organizationId, environmentId),
    attachedHostnames: (organizationId) => records.attachedHostnames(organizationId, environmentId),
    markStopped: nothing,
    saveCommit: nothing,
    saveFile: nothing,
    saveRelease: nothing,
    addWarnings: nothing,
    markSwitched: nothing,
    markReturned: nothing,
    markLive: nothing,
    markImagesRemoved: nothing,
    ensureRoutes: nothing,
  }
}

/** The server of the live version counts as lost, wherever the drill runs: no server has this ID. */
function standInState(state: DesiredState, { drill, standIns }: Pick<Scene, 'drill' | 'standIns'>): DesiredState {
  const { live } = state
  return {
    ...state,
    environment: { ...state.environment, id: drill.stand_in_id },
    services: state.services.map((service) => ({ ...service, id: standIns.of(service.id) })),
    live: live === null ? null : { ...live, serverId: newId('srv'), isStopped: false },
  }
}

function standInRelease(release: Release, standIns: StandIns): Release {
  const services = release.services.map((service) => ({
    ...service,
    serviceId: standIns.of(service.serviceId),
    // The port belongs to the environment itself.
    configuration: { ...service.configuration, loopbackPort: null },
  }))
  return { ...release, services }
}

function moveDataOf(scene: Scene): MoveData {
  const { tools, drill, standIns } = scene
  const chosen = RecoveredData.array().parse(drill.backups)
  return {
    isRecovery: async () => true,
    copy: () => Promise.reject(new Error('a drill contacts no server of the environment')),
    discard: async () => undefined,
    async restore({ organizationId, toServerId, data, context }) {
      const { signal } = context
      for (const each of data) {
        const serviceId = standIns.origin(each.serviceId)
        const found = chosen.find((one) => one.serviceId === serviceId && one.volume === each.volume)
        if (found?.backupId == null) continue
        const { backupId } = found
        await tools.runtimes.use(
          organizationId,
          toServerId,
          async (runtime) => {
            const place = { organizationId, environmentId: drill.stand_in_id, data: each, backupId, signal }
            const name = restoreContainerName(each.serviceId, context.run.id)
            const volume = volumeName(each.serviceId, each.volume ?? 'data')
            await emptyVolume(runtime, { ...place, name, volume })
            const access = () => accessOf(tools, organizationId, { id: serviceId, host: each.service })
            await fillFromBackup(tools, { ...place, runtime, name, volume, access })
          },
          signal,
        )
      }
    },
  }
}

interface Filled {
  organizationId: OrganizationId
  environmentId: Id<'env'>
  data: { serviceId: Id<'svc'>; service: string }
  name: string
  volume: string
  signal: AbortSignal
}

/** An interrupted attempt starts over. */
async function emptyVolume(runtime: Runtime & DataRuntime, filled: Filled): Promise<void> {
  const { organizationId, environmentId, data, name, volume, signal } = filled
  await runtime.removeContainer(name, { signal })
  await runtime.removeVolume(volume, { signal })
  const labels = labelsOf({ organizationId, environmentId, service: { id: data.serviceId, name: data.service } })
  await runtime.ensureVolume({ name: volume, labels }, { signal })
}

async function accessOf(
  { ports }: DrillTools,
  organizationId: OrganizationId,
  { id, host }: { id: Id<'svc'>; host: string },
) {
  const { password, ...login } = await ports.records.openCredentials(organizationId, id)
  return { ...login, host, password: password.reveal() }
}

/** No one follows a drill. Secrets are still masked in its errors. */
const silentLog: DeployLog = {
  open() {
    const redactor = createRedactor()
    return {
      write: async () => undefined,
      writeLine: async () => undefined,
      mask: (secrets) => {
        for (const secret of secrets) redactor.add(secret)
      },
      redact: (text) => redactor.text(text),
      [Symbol.asyncDispose]: async () => undefined,
    }
  },
}
