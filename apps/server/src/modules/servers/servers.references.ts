/** Workflow references; importable from the API process. */
import { z } from 'zod'
import type { LockRequest } from '../../platform/durable/locks.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'

/** Everything that changes a server shares one queue per server. */
export const serverObject = 'server'

/**
 * Held exclusively by work that may lock us out of the server for a while, such as hardening; shared by work that this
 * must not disturb, such as the remote steps of a deployment.
 */
export function serverLock(serverId: string, mode: LockRequest['mode']): LockRequest {
  return { resource: `server:${serverId}`, mode }
}

const Subject = z.object({ serverId: storedId('srv') })
export type ServerSubject = z.output<typeof Subject>

export const connectServer = declareWorkflow({
  kind: 'connect-server',
  object: serverObject,
  input: Subject,
})
export const rotateServerKey = declareWorkflow({
  kind: 'rotate-server-key',
  object: serverObject,
  input: Subject.extend({ removeOld: z.boolean() }),
})
export const cleanServer = declareWorkflow({
  kind: 'clean-server',
  object: serverObject,
  input: Subject.extend({ dryRun: z.boolean() }),
})
export const installDocker = declareWorkflow({ kind: 'install-docker', object: serverObject, input: Subject })
export const removeServer = declareWorkflow({
  kind: 'remove-server',
  object: serverObject,
  input: Subject.extend({
    removeProxy: z.boolean(),
    /** The one who moves it into the trash. Without it, the server is cleaned up, and its row is deleted for good. */
    by: z.object({ kind: z.enum(['user', 'token', 'system']), name: z.string() }).optional(),
    /** Item that it was kept in until now. */
    trashItemId: storedId('trs').optional(),
  }),
})
