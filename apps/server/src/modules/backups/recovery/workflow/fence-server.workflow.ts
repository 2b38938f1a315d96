/**
 * Removes everything of a recovered environment from its old server when that one comes back: first its traffic, with a
 * fence that is newer than all earlier runs, then all containers. Its volumes stay until a person decides. Never touches
 * a server where the environment is live. Idempotent.
 */
import { z } from 'zod'
import { readNow } from '../../../../platform/database/read-now.ts'
import { type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { findEnvironmentState, publishEnvironmentUpdated } from '../../../environments/index.ts'
import { type EnvironmentWork, remoteStep, takeDown } from '../../../workloads/worker.ts'
import { findMove, updateMove } from '../../moves/moves.repository.ts'
import { type FenceInput, fenceServer } from '../recovery.references.ts'

const Fenced = z.object({ isFenced: z.boolean() })
const againMs = 30_000

export function createFenceServer(work: EnvironmentWork): Workflow<FenceInput> {
  const { database } = work
  const fence = remoteStep<FenceInput, z.output<typeof Fenced>>({
    name: 'take-down',
    output: Fenced,
    deadlineMs: 10 * 60_000,
    retriesDeadline: true,
    attempts: 3,
    cancellable: false,
    async run(context) {
      const { run, input, signal } = context
      const { organizationId } = run
      const { environmentId, deploymentId: id } = input
      const { move, state } = await database.tenant(organizationId, async (tx) => ({
        move: await findMove(tx, organizationId, { id }),
        state: await findEnvironmentState(tx, organizationId, environmentId),
      }))
      if (move === undefined || state === undefined || state.liveServerId === move.from_server_id)
        return { isFenced: false }
      const serverId = move.from_server_id
      await work.runtimes.use(
        organizationId,
        serverId,
        (runtime) => takeDown(work, context, { serverId, runtime, keepData: true }),
        signal,
      )
      context.record(async (tx) => {
        await updateMove(tx, organizationId, { id, isFenced: true })
        const detail = { serverId: encodeId('srv', serverId) }
        await publishEnvironmentUpdated(tx, organizationId, { ...state, action: 'old_server_fenced', detail })
      })
      return { isFenced: true }
    },
  })
  return workflow(fenceServer, [fence], {
    async onFinish(tx, { organizationId, input }, { status }) {
      if (status === 'succeeded') return
      const nextFenceAt = new Date((await readNow(tx)).getTime() + againMs)
      await updateMove(tx, organizationId, { id: input.deploymentId, nextFenceAt })
    },
  })
}
