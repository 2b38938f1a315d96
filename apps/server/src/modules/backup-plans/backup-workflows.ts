/** The workflows of plans as those see them who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import type { Id } from '../../platform/ids/brand.ts'

const Subject = z.object({ environmentId: z.uuid() })
export type PlanSubject = z.output<typeof Subject>

/** When a schedule is due: begins a backup of each database and volume, and ends. */
export const backUpBySchedule = declareWorkflow({ kind: 'backup-schedule', object: 'backup-schedule', input: Subject })

/** Removes what the retention does not keep. */
export const expireBackups = declareWorkflow({
  kind: 'expire-backups',
  object: 'expire-backups',
  input: Subject,
  supersedesQueued: true,
})

/** In the transaction in which a backup or its proof has succeeded: only then older ones may go. */
export async function queueExpiry(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void> {
  await startRun(tx, { workflow: expireBackups, key: environmentId, input: { environmentId }, organizationId })
}
