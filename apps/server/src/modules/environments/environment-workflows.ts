/** The workflows of environments as those see them who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { backupsOfDeleted } from './environments.schemas.ts'

/** Everything that changes an environment on a server stands in one line per environment: deployments too. */
export const environmentObject = 'environment'

const Subject = z.object({ environmentId: z.uuid() })
export type EnvironmentSubject = z.output<typeof Subject>

const declare = (kind: string) => declareWorkflow({ kind, object: environmentObject, input: Subject })

export const stopEnvironment = declare('stop-environment')
export const startEnvironment = declare('start-environment')
export const restartEnvironment = declare('restart-environment')

/** `isForced`: its server is gone for good; what was left there is told. */
export const removeEnvironment = declareWorkflow({
  kind: 'remove-environment',
  object: environmentObject,
  input: Subject.extend({ isForced: z.boolean(), backups: z.enum(backupsOfDeleted).default('keep') }),
})

/** Puts right what a look at a server found; its turn comes like everybody's, so nothing changes under it. */
export const tidyEnvironment = declareWorkflow({
  kind: 'tidy-environment',
  object: environmentObject,
  input: Subject.extend({ serverId: z.uuid() }),
})
