/** Keeps a requested task and its stream in sync with its run. Automatic runs have no task. */

import { z } from 'zod'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { FinishedRun, Workflow } from '../../../platform/durable/workflow.ts'
import { appendRunEvents, closeRunStream } from '../../../platform/events/publish.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { toServerTask } from '../server.mapper.ts'
import { findTask, finishTask, startTask } from '../server-tasks.repository.ts'
import { ServerTask, type TaskError } from '../server-tasks.schemas.ts'
import { publishServerUpdated } from '../servers.events.ts'
import type { ServerSubject } from '../servers.references.ts'

type Hooks<Input> = Pick<Workflow<Input>, 'onStart' | 'onStep' | 'onFinish'>

export function taskHooks<Input extends ServerSubject>(): Hooks<Input> {
  return {
    async onStart(tx, run) {
      const { organizationId } = run
      const task = await startTask(tx, organizationId, run.id)
      if (task === undefined) return
      const status = { kind: 'status', data: z.encode(ServerTask, toServerTask(task)) }
      await appendRunEvents(tx, { runId: run.id, organizationId, events: [status] })
    },
    async onStep(tx, run, step) {
      const { organizationId } = run
      const serverId = run.input.serverId
      if ((await findTask(tx, organizationId, { serverId, id: run.id })) === undefined) return
      const data = { name: step, status: 'running', startedAt: new Date().toISOString() }
      await appendRunEvents(tx, { runId: run.id, organizationId, events: [{ kind: 'step', data }] })
    },
    async onFinish(tx, run, end) {
      const { organizationId } = run
      const id = run.input.serverId
      await endTask(tx, { organizationId, runId: run.id, serverId: id, end })
    },
  }
}

async function endTask(
  tx: Tx,
  options: { organizationId: OrganizationId; runId: Id<'run'>; serverId: Id<'srv'>; end: FinishedRun },
): Promise<void> {
  const { organizationId, runId, serverId, end } = options
  const status = end.status === 'superseded' ? 'cancelled' : end.status
  const task = await finishTask(tx, organizationId, { id: runId, status, error: publicError(end) })
  if (task === undefined) return
  const final = { kind: 'status', data: z.encode(ServerTask, toServerTask(task)) }
  await closeRunStream(tx, { runId, organizationId, final })
  await publishServerUpdated(tx, organizationId, { id: serverId, action: `${task.kind}_${status}` })
}

/** Omits the cause, which is for the operator. */
function publicError({ error }: FinishedRun): TaskError | null {
  if (error === null) return null
  const { code, message, hint, step } = error
  return { code, message, ...(hint === undefined ? {} : { hint }), ...(step === undefined ? {} : { step }) }
}
