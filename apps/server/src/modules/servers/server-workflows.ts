/** The workflows of servers as those see them who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'

/** Everything that changes a server stands in one line per server. */
export const serverObject = 'server'

const Subject = z.object({ serverId: z.uuid() })
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
  input: Subject.extend({ removeProxy: z.boolean() }),
})
