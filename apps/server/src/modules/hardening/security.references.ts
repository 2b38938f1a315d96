/**
 * Workflow references; importable from the API process. A scan only reads, so it isn't queued with changes to the
 * server.
 */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'

const Subject = z.object({ serverId: storedId('srv') })
export type ScanSubject = z.output<typeof Subject>

export const scanSecurity = declareWorkflow({ kind: 'scan-security', object: 'server-scan', input: Subject })
