/** The workflows of restores as those see them who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { environmentObject } from '../environments/index.ts'

/** The run's id is the restore's. */
const Subject = z.object({ environmentId: z.uuid(), restoreId: z.uuid() })
export type RestoreSubject = z.output<typeof Subject>

const declare = (kind: string) => declareWorkflow({ kind, object: environmentObject, input: Subject })

/** In line with deployments: nothing else changes the environment meanwhile. */
export const restoreBackup = declareWorkflow({
  kind: 'restore-backup',
  object: environmentObject,
  input: z.object({ environmentId: z.uuid(), hasSafetyBackup: z.boolean() }),
})
export type RestoreInput = z.output<typeof restoreBackup.input>

export const undoRestore = declare('undo-restore')
/** Removes the volume that nobody may go back to any more. */
export const settleRestore = declare('settle-restore')
