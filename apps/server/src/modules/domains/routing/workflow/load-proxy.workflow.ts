/**
 * Loads the newest hostnames into a server's proxy, and installs the proxy if it is missing. Guarantee: the proxy has
 * the state of one moment completely, or its previous one. Idempotent; what can't be loaded now is loaded by the next
 * check of the server.
 *
 * Decision: docs/decisions/0012-never-reload-the-proxy.md
 */
import { createProxyRuntime, type ProxyPrograms, type ReadWantedProxy } from '@longshore/remote/proxy'
import { RuntimeError } from '@longshore/remote/runtime'
import { z } from 'zod'
import type { Database, OrganizationId } from '../../../../platform/database/database.ts'
import { type StepContext, step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { brandId } from '../../../../platform/ids/brand.ts'
import type { ServerAccess } from '../../../servers/worker.ts'
import { publishDomainUpdated } from '../../dns/domains.events.ts'
import { type LoadSubject, loadProxy } from '../proxy.references.ts'
import type { ProxyRecords } from '../proxy-records.remote.ts'
import { recordProxyError } from '../server-proxies.repository.ts'

export interface LoadProxyWork {
  readonly database: Database
  readonly access: Pick<ServerAccess, 'use'>
  readonly records: Pick<ProxyRecords, 'proxyConfiguration' | 'markProxyLoaded'>
  readonly instance: string
  readonly programs: ProxyPrograms
  readonly wantedProxy: ReadWantedProxy
}

const connectDeadlineMs = 20_000

export function createLoadProxy(work: LoadProxyWork): Workflow<LoadSubject> {
  const load = step({
    name: 'load',
    output: z.object({}),
    // The first run also uploads the program.
    deadlineMs: 660_000,
    attempts: 6,
    async run(context: StepContext<LoadSubject>) {
      const { organizationId } = context.run
      await loadOnce(work, context, organizationId)
      return {}
    },
  })
  return workflow(loadProxy, [load])
}

async function loadOnce(work: LoadProxyWork, context: StepContext<LoadSubject>, organizationId: OrganizationId) {
  const { database, access, records, instance, programs, wantedProxy } = work
  const { signal, input } = context
  const serverId = brandId<'srv'>(input.serverId)
  const configuration = await records.proxyConfiguration(organizationId, serverId)
  const { domainId: id } = input
  const recordResult = () => {
    if (id !== undefined) context.record((tx) => publishDomainUpdated(tx, organizationId, { id, action: 'loaded' }))
  }
  // Another worker has loaded it meanwhile.
  if (configuration === null) return recordResult()
  try {
    const loaded = await access.use(
      organizationId,
      serverId,
      (connection) =>
        createProxyRuntime(connection, { instance, programs, wantedProxy }).loadConfiguration(configuration, {
          signal,
        }),
      { deadlineMs: connectDeadlineMs, signal },
    )
    const { version } = configuration
    context.record((tx) => records.markProxyLoaded(tx, organizationId, serverId, { ...loaded, version }))
    recordResult()
  } catch (error) {
    if (!(error instanceof RuntimeError)) throw error
    if (error.code === 'stale_fence') return
    const { code, message } = error
    await database.tenant(organizationId, (tx) =>
      recordProxyError(tx, organizationId, { serverId, error: { code, message } }),
    )
    throw error
  }
}
