/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'
import { environmentObject } from '../../environments/index.ts'

/** A restore has the same id as its run. */
const Subject = z.object({ environmentId: storedId('env'), restoreId: storedId('rst') })
export type RestoreSubject = z.output<typeof Subject>

const declare = (kind: string) => declareWorkflow({ kind, object: environmentObject, input: Subject })

/** Queued with deployments: nothing else changes the environment meanwhile. */
export const restoreBackup = declareWorkflow({
  kind: 'restore-backup',
  object: environmentObject,
  input: z.object({ environmentId: storedId('env'), hasSafetyBackup: z.boolean() }),
})
export type RestoreInput = z.output<typeof restoreBackup.input>

export const undoRestore = declare('undo-restore')
/** Removes the volume that can no longer be restored. */
export const settleRestore = declare('settle-restore')
