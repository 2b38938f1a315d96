/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'
import { serverObject } from '../servers/index.ts'

const Subject = z.object({ serverId: storedId('srv') })
export type HardenSubject = z.output<typeof Subject>

/** Changes the server, or reverts changes. It shares the queue with everything else that changes the server. */
export const hardenServer = declareWorkflow({ kind: 'harden-server', object: serverObject, input: Subject })
/** Only reads, so it isn't in that queue. */
export const planHardening = declareWorkflow({ kind: 'plan-hardening', object: 'server-plan', input: Subject })
