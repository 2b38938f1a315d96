/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'

/** `domainId`: the domain whose page shows the result, if it's about one. */
const Subject = z.object({ serverId: storedId('srv'), domainId: storedId('dom').optional() })
export type LoadSubject = z.output<typeof Subject>

/** Loads the newest hostnames into a server's proxy. Runs of one server queue up; the first loads everything. */
export const loadProxy = declareWorkflow({ kind: 'load-proxy', object: 'proxy', input: Subject })
