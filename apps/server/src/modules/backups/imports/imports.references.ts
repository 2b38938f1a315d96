/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { environmentObject } from '../../environments/index.ts'

/** Queued with deployments: nothing else changes the environment meanwhile. An import has the same id as its run. */
export const importFile = declareWorkflow({
  kind: 'import-file',
  object: environmentObject,
  input: z.object({ environmentId: z.uuid(), hasSafetyBackup: z.boolean(), uploadId: z.uuid() }),
})
export type ImportInput = z.output<typeof importFile.input>
