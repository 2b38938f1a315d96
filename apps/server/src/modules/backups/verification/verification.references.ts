/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'

/** One at a time per environment, because a restore test uses memory and disk of its server. */
export const verifyBackup = declareWorkflow({
  kind: 'prove-backup',
  object: 'proof',
  input: z.object({ environmentId: z.uuid(), backupId: z.uuid() }),
})
export type VerificationInput = z.output<typeof verifyBackup.input>
