/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'

const Subject = z.object({ environmentId: storedId('env') })
export type PushSubject = z.output<typeof Subject>

/** Decides about all open deliveries of an environment. One run at a time per environment. */
export const decidePushesOf = declareWorkflow({ kind: 'decide-pushes', object: 'auto-deploy', input: Subject })
