/** The workflow of proofs as those see it who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'

/** One at a time of each environment: a trial takes memory and disk of its server. */
export const verifyBackup = declareWorkflow({
  kind: 'prove-backup',
  object: 'proof',
  input: z.object({ environmentId: z.uuid(), backupId: z.uuid() }),
})
export type VerificationInput = z.output<typeof verifyBackup.input>
