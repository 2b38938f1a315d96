/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'
import { environmentObject } from '../../environments/index.ts'

/** Queued with deployments: nothing else changes the environment meanwhile. An import has the same id as its run. */
export const importFile = declareWorkflow({
  kind: 'import-file',
  object: environmentObject,
  input: z.object({ environmentId: storedId('env'), hasSafetyBackup: z.boolean(), uploadId: storedId('imp') }),
})
export type ImportInput = z.output<typeof importFile.input>
