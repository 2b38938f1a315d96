/** The workflow of auto-deploy as those see it who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'

const Subject = z.object({ environmentId: z.uuid() })
export type PushSubject = z.output<typeof Subject>

/** Decides about everything that came for an environment and is not decided. One at a time for each environment. */
export const decidePushesOf = declareWorkflow({ kind: 'decide-pushes', object: 'auto-deploy', input: Subject })
