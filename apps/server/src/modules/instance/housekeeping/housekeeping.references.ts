/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'

export const housekeeping = declareWorkflow<Record<string, never>>({
  kind: 'housekeeping',
  input: z.record(z.string(), z.never()),
})
