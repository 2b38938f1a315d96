/** What the installation does for itself, as those see it who start it. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'

export const lookForVersion = declareWorkflow<Record<string, never>>({
  kind: 'look-for-version',
  input: z.record(z.string(), z.never()),
})
