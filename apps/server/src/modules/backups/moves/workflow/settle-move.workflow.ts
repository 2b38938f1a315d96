/**
 * Deletes the data on the previous server after a user confirmed the move or it expired. It deletes only volumes that
 * the move has copied, or that a recovery left behind, and never on a server where the environment is live, because it may
 * have moved back.
 */
import type { Runtime } from '@longshore/remote/runtime'
import { z } from 'zod'
import type { Database } from '../../../../platform/database/database.ts'
import { readNow } from '../../../../platform/database/read-now.ts'
import { startRun } from '../../../../platform/durable/runs.ts'
import { step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { declareWorkflow } from '../../../../platform/durable/workflow-ref.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { findEnvironmentState } from '../../../environments/index.ts'
import { type DataRuntimes, labelNames, remoteStep } from '../../../workloads/worker.ts'
import { type SettleInput, settleMove } from '../moves.references.ts'
import { findMove, type MoveRow, updateMove } from '../moves.repository.ts'
import { listOverdueMoves } from '../moves.system-repository.ts'

export const expireMoves = declareWorkflow({ kind: 'expire-moves', input: z.object({}) })

const Settled = z.object({ volumes: z.int() })
const attempts = 12
const againMs = 3_600_000

export function createSettleMove({
  database,
  runtimes,
}: {
  database: Database
  runtimes: DataRuntimes
}): Workflow<SettleInput> {
  const settle = remoteStep<SettleInput, z.output<typeof Settled>>({
    name: 'remove-volumes',
    output: Settled,
    deadlineMs: 5 * 60_000,
    retriesDeadline: true,
    attempts,
    cancellable: false,
    async run({ run, input, signal, record }) {
      const { organizationId } = run
      const id = input.deploymentId
      const environmentId = input.environmentId
      const { move, state } = await database.tenant(organizationId, async (tx) => ({
        move: await findMove(tx, organizationId, { id }),
        state: await findEnvironmentState(tx, organizationId, environmentId),
      }))
      if (move === undefined || state === undefined || state.liveServerId === move.from_server_id) return { volumes: 0 }
      const remove = (runtime: Runtime) => removeVolumes(runtime, move, signal)
      await runtimes.use(organizationId, move.from_server_id, remove, signal)
      record(async (tx) => void (await updateMove(tx, organizationId, { id, status: 'settled' })))
      return { volumes: move.copied.length }
    },
  })
  return workflow(settleMove, [settle], {
    // If the server is unreachable, it is retried with the expired moves.
    async onFinish(tx, { organizationId, input }, { status }) {
      if (status === 'succeeded') return
      const keptUntil = new Date((await readNow(tx)).getTime() + againMs)
      await updateMove(tx, organizationId, { id: input.deploymentId, keptUntil })
    },
  })
}

/**
 * Also removes the containers that used the volumes; they were stopped at the move. After a recovery, a person decided
 * about everything that the lost server had, including data that no backup had.
 */
async function removeVolumes(runtime: Runtime, move: MoveRow, signal: AbortSignal): Promise<void> {
  const labels = { [labelNames.environment]: encodeId('env', move.environment_id) }
  const there = move.kind === 'recovery' ? await runtime.listVolumes(labels, { signal }) : []
  const volumesToRemove = [...new Set([...move.copied, ...there.map(({ name }) => name)])]
  for (const { name, volumes = [] } of await runtime.listContainers(labels, { signal }))
    if (volumes.some((each) => volumesToRemove.includes(each))) await runtime.removeContainer(name, { signal })
  for (const name of volumesToRemove) await runtime.removeVolume(name, { signal })
}

const Expired = z.object({ moves: z.int() })

export function createExpireMoves({ database }: { database: Database }): Workflow<Record<string, never>> {
  const expire = step<Record<string, never>, z.output<typeof Expired>>({
    name: 'expire',
    output: Expired,
    deadlineMs: 60_000,
    retriesDeadline: true,
    async run() {
      const overdue = await listOverdueMoves(database.systemDb, await readNow(database.systemDb))
      for (const { id, organizationId, environmentId } of overdue) {
        await database.tenant(organizationId, async (tx) => {
          const input = { environmentId, deploymentId: id }
          await startRun(tx, { workflow: settleMove, key: environmentId, input, organizationId })
          // Cleared in the run's transaction, so that the next check doesn't find it again.
          await updateMove(tx, organizationId, { id, keptUntil: null })
        })
      }
      return { moves: overdue.length }
    },
  })
  return workflow(expireMoves, [expire])
}
