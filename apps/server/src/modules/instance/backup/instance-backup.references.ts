/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'

export type InstanceBackupInput = Record<string, never>

export const checkInstanceBackup = declareWorkflow<InstanceBackupInput>({
  kind: 'look-for-instance-backup',
  input: z.record(z.string(), z.never()),
})

export const instanceBackup = declareWorkflow<InstanceBackupInput>({
  kind: 'instance-backup',
  input: z.record(z.string(), z.never()),
})
