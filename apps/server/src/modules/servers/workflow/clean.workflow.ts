/** Removes unused resources with our labels, or only lists them. Idempotent. */
import { createEngine } from '@longshore/remote/docker'
import { z } from 'zod'
import { type StepContext, step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { findLabeled, removeItems } from '../labeled-items.remote.ts'
import { readInstanceId } from '../server-instance.system-repository.ts'
import { saveTaskResult } from '../server-tasks.repository.ts'
import { cleanServer } from '../servers.references.ts'
import { taskHooks } from './server-task.hooks.ts'
import { connectTo, loadServer, loginMs, type ServerWork, subjectOf } from './servers.context.ts'

type Input = z.output<typeof cleanServer.input>
const maxListed = 500

export function createCleanServer(work: ServerWork): Workflow<Input> {
  const clean = step({
    name: 'clean',
    output: z.object({}),
    deadlineMs: 10 * 60_000,
    run: (context: StepContext<Input>) => cleanUp(work, context),
  })
  return workflow(cleanServer, [clean], taskHooks())
}

async function cleanUp(work: ServerWork, context: StepContext<Input>): Promise<Record<string, never>> {
  const { organizationId, id } = subjectOf(context)
  const row = await loadServer(work, { organizationId, id })
  const instance = await readInstanceId(work.database.systemDb)
  const { signal } = context
  const { dryRun } = context.input
  const items = await connectTo(work, context, row, () =>
    work.access.use(
      organizationId,
      id,
      async (connection) => {
        const engine = createEngine(connection)
        const found = await findLabeled(engine, { instance, signal })
        return dryRun ? found : await removeItems(engine, found, signal)
      },
      { deadlineMs: loginMs, signal },
    ),
  )
  const result = {
    dryRun,
    items: items.slice(0, maxListed),
    itemsLeftOff: Math.max(0, items.length - maxListed),
    totalBytes: items.reduce((sum, item) => sum + item.bytes, 0),
  }
  context.record((tx) => saveTaskResult(tx, organizationId, { id: context.run.id, result }))
  return {}
}
