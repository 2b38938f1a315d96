/**
 * Part of every check of a server with a proxy: the proxy runs, has the wanted release, and has the newest
 * configuration. Whatever is missing is fixed immediately. A server gets its proxy with its first deployment, or if the
 * dashboard is there. A worker of an older release only ensures that a proxy runs.
 */
import { EngineError } from '@longshore/remote/docker'
import { createProxyRuntime, type ProxyPrograms, type ReadWantedProxy } from '@longshore/remote/proxy'
import { type CertificateOnServer, type ProxyRuntime, type ProxyState, RuntimeError } from '@longshore/remote/runtime'
import { RemoteError, type ServerConnection } from '@longshore/remote/ssh'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import { findOpenRestore } from '../../../platform/durable/epoch.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { setServerProxy } from '../../servers/index.ts'
import { publishCertificateChanges } from '../certificates/certificate-changes.action.ts'
import { notifyFailedCertificates } from '../certificates/notify-failed-certificates.action.ts'
import { recordCertificates } from '../certificates/record-certificates.action.ts'
import type { FindDashboardServer } from './find-dashboard-server.remote.ts'
import type { ProxyRecords } from './proxy-records.remote.ts'
import {
  adoptConfiguration,
  findProxyVersions,
  forgetLoadedConfiguration,
  outrankConfiguration,
  type ProxyVersions,
  recordProxyError,
} from './server-proxies.repository.ts'

export interface EnsureProxyOptions {
  database: Database
  records: Pick<ProxyRecords, 'proxyConfiguration' | 'markProxyLoaded'>
  instance: string
  programs: ProxyPrograms
  wantedProxy: ReadWantedProxy
  /** Null if none of our proxies serves the dashboard. */
  findDashboardServer: FindDashboardServer | null
}

export interface CheckedServer {
  organizationId: OrganizationId
  id: Id<'srv'>
  /** Stored state; nothing is written if it is unchanged. */
  proxy: { status: string; version: string | null }
}

export type EnsureProxy = (server: CheckedServer, connection: ServerConnection, signal: AbortSignal) => Promise<void>

const checkMs = 15_000

export function createEnsureProxy(options: EnsureProxyOptions): EnsureProxy {
  const { database, instance, programs, wantedProxy, findDashboardServer } = options
  const loaded = new Set<string>()
  return async (server, connection, signal) => {
    const { organizationId, id } = server
    await findDashboardServer?.(server, connection, signal).catch(ignoreLost)
    const versions = await database.tenant(organizationId, (tx) => findProxyVersions(tx, organizationId, id))
    if (versions === undefined) return
    const runtime = createProxyRuntime(connection, { instance, programs, wantedProxy })
    try {
      const found = await runtime.readProxy({ signal, deadlineMs: checkMs })
      if (!found.isRunning) await recordStatus(options, server, { status: 'starting', version: found.version })
      const { version } = await runtime.ensureProxy({ signal })
      await recordFound(options, server, found)
      // Once per process: its settings, such as the certificate authority, may differ from those of the previous one.
      if ((await wantedProxy()).isOwn) {
        await load(options, { server, runtime, found, versions, signal, isFirst: !loaded.has(id) })
        loaded.add(id)
      }
      await recordStatus(options, server, { status: 'running', version })
    } catch (error) {
      // The server check itself reports a lost connection.
      if (!(error instanceof RuntimeError)) return ignoreLost(error)
      const { code, message } = error
      await database.tenant(organizationId, (tx) =>
        recordProxyError(tx, organizationId, { serverId: id, error: { code, message } }),
      )
      await recordStatus(options, server, { status: 'failing', version: server.proxy.version })
    }
  }
}

/** Stores what was found before the load; the next check covers new hostnames. */
async function recordFound({ database }: EnsureProxyOptions, { organizationId, id }: CheckedServer, found: ProxyState) {
  if (!found.isRunning) return
  await database.tenant(organizationId, async (tx) => {
    const changes = Object.entries(found.certificates).map(toChange)
    const changed = await recordCertificates(tx, organizationId, { serverId: id, found: changes, now: new Date() })
    await notifyFailedCertificates(tx, organizationId, { serverId: id, changes, changed })
    if (changed.length > 0) await publishCertificateChanges(tx, organizationId, changed)
  })
}

function toChange([hostname, found]: [string, CertificateOnServer]) {
  const steps = found.steps.map(({ name, at, detail = null }) => ({ name, at: at.toISOString(), detail }))
  const lastError = found.lastError === null ? null : { code: found.lastError.code, message: found.lastError.message }
  return { ...found, hostname, steps, lastError }
}

/** Also loads if the proxy lost its configuration: its volume was removed, or the server was replaced. */
async function load(
  { database, records }: EnsureProxyOptions,
  work: {
    server: CheckedServer
    runtime: ProxyRuntime
    found: ProxyState
    versions: ProxyVersions
    signal: AbortSignal
    isFirst: boolean
  },
): Promise<void> {
  const { organizationId, id } = work.server
  const { configurationVersion: version, configurationHash: hash } = work.found
  if ((await findOpenRestore(database.systemDb)) !== undefined) {
    // Hostnames that were added after the backup stay served until a user confirms the restore or changes something
    // here.
    if (version > work.versions.wanted)
      await database.tenant(organizationId, (tx) =>
        adoptConfiguration(tx, organizationId, { serverId: id, version, hash }),
      )
    if (version >= work.versions.wanted) return
  }
  // Also reload if it serves something other than what was sent.
  const isAnother = work.versions.hash !== null && hash !== work.versions.hash
  if (work.isFirst || version < work.versions.loaded || (version === work.versions.loaded && isAnother))
    await database.tenant(organizationId, (tx) => forgetLoadedConfiguration(tx, organizationId, id))
  if (version > work.versions.wanted)
    await database.tenant(organizationId, (tx) => outrankConfiguration(tx, organizationId, { serverId: id, version }))
  const configuration = await records.proxyConfiguration(organizationId, id)
  if (configuration === null) return
  const loaded = await work.runtime.loadConfiguration(configuration, { signal: work.signal })
  const { version: now } = configuration
  await database.tenant(organizationId, (tx) =>
    records.markProxyLoaded(tx, organizationId, id, { ...loaded, version: now }),
  )
}

async function recordStatus(
  { database }: EnsureProxyOptions,
  { organizationId, id, proxy }: CheckedServer,
  now: { status: 'starting' | 'running' | 'failing'; version: string | null },
): Promise<void> {
  if (proxy.status === now.status && proxy.version === now.version) return
  await database.tenant(organizationId, (tx) => setServerProxy(tx, organizationId, { id, ...now }))
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof RemoteError || error instanceof EngineError)) throw error
}
