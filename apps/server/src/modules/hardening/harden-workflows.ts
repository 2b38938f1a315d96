/** The workflows of hardening as those see them who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { serverObject } from '../servers/index.ts'

const Subject = z.object({ serverId: z.uuid() })
export type HardenSubject = z.output<typeof Subject>

/** Changes the server, or takes changes back: in line with everything else that changes it. */
export const hardenServer = declareWorkflow({ kind: 'harden-server', object: serverObject, input: Subject })
/** Reads only, so it does not stand in that line. */
export const planHardening = declareWorkflow({ kind: 'plan-hardening', object: 'server-plan', input: Subject })
