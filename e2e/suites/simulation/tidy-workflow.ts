/** The periodic server check, and the run that repairs differences from the in-memory rows. */

import type { DeployDeps } from '../../../apps/server/src/modules/deployments/workflow/deploy.context.ts'
import { tidyEnvironment } from '../../../apps/server/src/modules/environments/index.ts'
import { Empty, placeOf } from '../../../apps/server/src/modules/workloads/environment-work.context.ts'
import { expectedContainers } from '../../../apps/server/src/modules/workloads/expected-containers.policy.ts'
import {
  compareServer,
  type KnownEnvironment,
} from '../../../apps/server/src/modules/workloads/lifecycle/compare-server.policy.ts'
import { readServer } from '../../../apps/server/src/modules/workloads/lifecycle/read-server.remote.ts'
import { applyAction } from '../../../apps/server/src/modules/workloads/lifecycle/workflow/tidy.workflow.ts'
import { remoteStep } from '../../../apps/server/src/modules/workloads/remote-step.context.ts'
import { networkName } from '../../../apps/server/src/modules/workloads/server-names.policy.ts'
import type { OrganizationId } from '../../../apps/server/src/platform/database/database.ts'
import { type AnyWorkflow, workflow } from '../../../apps/server/src/platform/durable/workflow.ts'
import type { Id } from '../../../apps/server/src/platform/ids/brand.ts'
import { encodeId } from '../../../apps/server/src/platform/ids/type-id.ts'
import type { MemoryRows } from './memory-records.ts'

type Runtimes = Pick<DeployDeps, 'runtimes'>
interface Where {
  readonly organizationId: OrganizationId
  readonly serverId: Id<'srv'>
  readonly environmentId: Id<'env'>
}

export function createTidyWorkflow(deps: Runtimes, rows: MemoryRows): AnyWorkflow {
  const tidy = remoteStep<{ environmentId: Id<'env'>; serverId: Id<'srv'> }, Record<string, never>>({
    name: 'tidy',
    output: Empty,
    deadlineMs: 5 * 60_000,
    attempts: 3,
    async run(context) {
      const { organizationId, environmentId } = placeOf(context)
      const where = { organizationId, environmentId, serverId: context.input.serverId }
      const id = encodeId('env', environmentId)
      for (const action of await findActions(deps, rows, where, context.signal)) {
        await deps.runtimes.use(
          organizationId,
          where.serverId,
          (runtime) => applyAction(runtime, action, { id, context }),
          context.signal,
        )
      }
      return {}
    },
  })
  return workflow(tidyEnvironment, [tidy])
}

/** The runs of an environment that no other run works on. */
export async function findActions(deps: Runtimes, rows: MemoryRows, where: Where, signal: AbortSignal) {
  const { organizationId, serverId, environmentId } = where
  const seen = await deps.runtimes.use(organizationId, serverId, (runtime) => readServer(runtime, signal), signal)
  const id = encodeId('env', environmentId)
  const found = compareServer(seen, new Map([[id, knownOf(rows, where)]]), { isRestored: false, trashed: new Set() })
  return found.find((finding) => finding.environment === id)?.actions ?? []
}

function knownOf(rows: MemoryRows, { environmentId, serverId }: Where): KnownEnvironment {
  const { liveId, liveServerId } = rows.standings.get(environmentId) ?? { liveId: null, liveServerId: null }
  const release = liveServerId === serverId ? rows.releaseOf(liveId) : undefined
  const own = rows.deployments.all().filter((each) => each.environmentId === environmentId)
  const kept = rows.releases.all().filter((each) => each.environmentId === environmentId && !each.imagesRemoved)
  return {
    id: encodeId('env', environmentId),
    isBusy: false,
    isStopped: false,
    live:
      release === undefined || liveId === null
        ? null
        : {
            deployment: encodeId('dep', liveId),
            containers: expectedContainers(liveId, release.services),
            hasTraffic: true,
          },
    network: networkName(environmentId),
    unfinished: new Set(own.filter((each) => each.finishedAt === null).map((each) => encodeId('dep', each.id))),
    heldCommands: new Set(),
    heldOneOffs: new Set(),
    keptImages: new Set(
      kept.flatMap(({ services }) =>
        services.flatMap(({ image }) => (image === null ? [] : [image.id, image.reference])),
      ),
    ),
  }
}
