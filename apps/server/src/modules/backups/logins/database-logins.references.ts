/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'
import { environmentObject } from '../../environments/index.ts'

/** Runs exclusively in the environment, so no deployment reads a password while it changes. */
export const rotateCredentials = declareWorkflow({
  kind: 'rotate-credentials',
  object: environmentObject,
  input: z.object({ environmentId: storedId('env'), serviceId: storedId('svc') }),
})
