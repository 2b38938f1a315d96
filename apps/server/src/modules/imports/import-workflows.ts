/** The workflow of imports as those see it who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { environmentObject } from '../environments/index.ts'

/** In line with deployments: nothing else changes the environment meanwhile. The id of an import is that of its run. */
export const importFile = declareWorkflow({
  kind: 'import-file',
  object: environmentObject,
  input: z.object({ environmentId: z.uuid(), hasSafetyBackup: z.boolean(), uploadId: z.uuid() }),
})
export type ImportInput = z.output<typeof importFile.input>
