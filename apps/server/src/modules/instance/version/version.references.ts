/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'

export const checkVersion = declareWorkflow<Record<string, never>>({
  kind: 'look-for-version',
  input: z.record(z.string(), z.never()),
})
