/** Removes expired old data, as if a user had confirmed the restore. */
import { z } from 'zod'
import type { Database } from '../../../../platform/database/database.ts'
import { readNow } from '../../../../platform/database/read-now.ts'
import { startRun } from '../../../../platform/durable/runs.ts'
import { step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { declareWorkflow } from '../../../../platform/durable/workflow-ref.ts'
import { settleRestore } from '../restores.references.ts'
import { updateRestore } from '../restores.repository.ts'
import { listOverdueRestores } from '../restores.system-repository.ts'

export const expireRestores = declareWorkflow({ kind: 'expire-restores', input: z.object({}) })

const Expired = z.object({ restores: z.int() })

export function createExpireRestores({ database }: { database: Database }): Workflow<Record<string, never>> {
  const expire = step<Record<string, never>, z.output<typeof Expired>>({
    name: 'expire',
    output: Expired,
    deadlineMs: 60_000,
    retriesDeadline: true,
    async run() {
      const overdue = await listOverdueRestores(database.systemDb, await readNow(database.systemDb))
      for (const { id, organizationId, environmentId } of overdue) {
        await database.tenant(organizationId, async (tx) => {
          const input = { environmentId, restoreId: id }
          await startRun(tx, { workflow: settleRestore, key: environmentId, input, organizationId })
          // Cleared in the run's transaction, so that the next check doesn't find it again.
          await updateRestore(tx, organizationId, { id, undoUntil: null })
        })
      }
      return { restores: overdue.length }
    },
  })
  return workflow(expireRestores, [expire])
}
