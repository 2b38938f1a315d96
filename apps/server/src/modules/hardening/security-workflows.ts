/** The scan as those see it who start one. It reads only, so it does not stand in line with what changes the server. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'

const Subject = z.object({ serverId: z.uuid() })
export type ScanSubject = z.output<typeof Subject>

export const scanSecurity = declareWorkflow({ kind: 'scan-security', object: 'server-scan', input: Subject })
