/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'
import { backupsOfDeleted } from './environments.schemas.ts'

/** All runs that change an environment on a server, including deployments, are serialized per environment. */
export const environmentObject = 'environment'

const Subject = z.object({ environmentId: storedId('env') })
export type EnvironmentSubject = z.output<typeof Subject>

const declare = (kind: string) => declareWorkflow({ kind, object: environmentObject, input: Subject })

export const stopEnvironment = declare('stop-environment')
export const startEnvironment = declare('start-environment')

/** Restarts only one service if one is given. */
export const restartEnvironment = declareWorkflow({
  kind: 'restart-environment',
  object: environmentObject,
  input: Subject.extend({ serviceId: storedId('svc').optional() }),
})

/**
 * Removes it permanently. `isForced` means that its server is permanently lost. The result lists what was left there.
 * `trashItemId` is the item that it was kept in until now.
 */
export const removeEnvironment = declareWorkflow({
  kind: 'remove-environment',
  object: environmentObject,
  input: Subject.extend({
    isForced: z.boolean(),
    backups: z.enum(backupsOfDeleted).default('keep'),
    trashItemId: storedId('trs').optional(),
  }),
})

/** Stops it and moves its rows into the trash. Its data stays on the server. */
export const trashEnvironment = declareWorkflow({
  kind: 'trash-environment',
  object: environmentObject,
  input: Subject.extend({
    isForced: z.boolean(),
    backups: z.enum(backupsOfDeleted),
    by: z.object({ kind: z.enum(['user', 'token', 'system']), name: z.string() }),
    /** Item of the project, if that is deleted. */
    parentId: storedId('trs').nullable(),
  }),
})

/** Removes the containers and volumes of a service that was removed from its environment. */
export const purgeService = declareWorkflow({
  kind: 'purge-service',
  object: environmentObject,
  input: Subject.extend({ serverId: storedId('srv'), serviceId: storedId('svc'), trashItemId: storedId('trs') }),
})

/** Repairs what a sweep found on a server. It waits for its turn, so nothing changes meanwhile. */
export const tidyEnvironment = declareWorkflow({
  kind: 'tidy-environment',
  object: environmentObject,
  input: Subject.extend({ serverId: storedId('srv') }),
})
