/** Workflow references; importable from the API process. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import type { Id } from '../../../platform/ids/brand.ts'

const Subject = z.object({ environmentId: z.uuid() })
export type PlanSubject = z.output<typeof Subject>

/** Runs when a schedule is due. Starts a backup of each database and volume, then ends. */
export const backUpBySchedule = declareWorkflow({ kind: 'backup-schedule', object: 'backup-schedule', input: Subject })

/** Removes backups that the retention rules don't keep. */
export const expireBackups = declareWorkflow({
  kind: 'expire-backups',
  object: 'expire-backups',
  input: Subject,
  supersedesQueued: true,
})

/**
 * Call it in the transaction in which a backup or its verification succeeded. Only then can older backups be removed.
 */
export async function queueExpiry(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void> {
  await startRun(tx, { workflow: expireBackups, key: environmentId, input: { environmentId }, organizationId })
}
