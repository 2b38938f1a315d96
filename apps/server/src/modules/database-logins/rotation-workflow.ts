/** The workflow of a rotation as those see it who start runs. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { environmentObject } from '../environments/index.ts'

/** In the line of the environment: no deployment reads a password while it changes. */
export const rotateCredentials = declareWorkflow({
  kind: 'rotate-credentials',
  object: environmentObject,
  input: z.object({ environmentId: z.uuid(), serviceId: z.uuid() }),
})
