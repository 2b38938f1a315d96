/** The workflow of proxies as those see it who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { EnvironmentRow } from '../environments/index.ts'
import { requestConfiguration } from './server-proxies.repository.ts'

const Subject = z.object({ serverId: z.uuid(), domainId: z.uuid() })
export type LoadSubject = z.output<typeof Subject>

/** Brings the newest hostnames to the proxy of a server. Those of one server stand in line: the first brings them all. */
export const loadProxy = declareWorkflow({ kind: 'load-proxy', object: 'proxy', input: Subject })

/** In the transaction that changed the rows: the proxies of the servers where the environment is get the new state. */
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

/** Where it runs, and where it is to run. */
export function serversOf({ server_id, live_server_id }: Pick<EnvironmentRow, 'server_id' | 'live_server_id'>) {
  return [...new Set([live_server_id, server_id])].filter((each) => each !== null)
}
