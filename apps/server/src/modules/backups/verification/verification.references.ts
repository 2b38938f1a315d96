/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'

/** One at a time per environment, because a restore test uses memory and disk of its server. */
export const verifyBackup = declareWorkflow({
  kind: 'prove-backup',
  object: 'proof',
  input: z.object({ environmentId: storedId('env'), backupId: storedId('bkp') }),
})
export type VerificationInput = z.output<typeof verifyBackup.input>
