/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'

const Subject = z.object({ environmentId: storedId('env') })
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
