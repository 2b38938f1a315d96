/** Workflow references; importable from the API process. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { EnvironmentRow } from '../environments/index.ts'
import { requestConfiguration } from './server-proxies.repository.ts'

const Subject = z.object({ serverId: z.uuid(), domainId: z.uuid() })
export type LoadSubject = z.output<typeof Subject>

/** Loads the newest hostnames into a server's proxy. Runs of one server queue up; the first loads everything. */
export const loadProxy = declareWorkflow({ kind: 'load-proxy', object: 'proxy', input: Subject })

/** Call it in the transaction that changed the rows: the proxies of the environment's servers get the new state. */
export async function reloadProxies(
  tx: Tx,
  organizationId: OrganizationId,
  { environment, domainId }: { environment: Pick<EnvironmentRow, 'server_id' | 'live_server_id'>; domainId: Id<'dom'> },
): Promise<void> {
  for (const serverId of serversOf(environment)) {
    await requestConfiguration(tx, organizationId, serverId)
    await startRun(tx, { workflow: loadProxy, key: serverId, input: { serverId, domainId }, organizationId })
  }
}

/** Returns the servers where it runs, and where it will run. */
export function serversOf({ server_id, live_server_id }: Pick<EnvironmentRow, 'server_id' | 'live_server_id'>) {
  return [...new Set([live_server_id, server_id])].filter((each) => each !== null)
}
