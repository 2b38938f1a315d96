import type { AddressPolicy } from '@longshore/addresses'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { createQueryDns, type DnsServer } from '../../platform/dns/query-dns.ts'
import { createLookupAll } from '../../platform/dns/resolvers.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { Log } from '../../platform/log/log.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { type Cdn, knownCdns } from './cdn-ranges.policy.ts'
import { publishDomainUpdated } from './domains.events.ts'
import { findDomainsByHostname } from './domains.repository.ts'
import type { DomainPlaces } from './workflow/check-domain.ts'
import { createDomainChecks } from './workflow/domain-poller.ts'
import { createProbeHostname } from './workflow/probe-hostname.ts'

/** Publishes domains whose certificate changed. Call it last in the transaction. */
export async function publishCertificateChanges(
  tx: Tx,
  organizationId: OrganizationId,
  hostnames: readonly string[],
): Promise<void> {
  for (const { id } of await findDomainsByHostname(tx, organizationId, hostnames))
    await publishDomainUpdated(tx, organizationId, { id, action: 'certificate_changed' })
}

export interface DomainsWorkerOptions {
  database: Database
  log: Log
  places: DomainPlaces
  instanceId: string
  isSignUpOpen: boolean
  resolvers: readonly DnsServer[]
  authorityPort: number
  allow: AddressPolicy
  issuers: readonly string[]
  moreCdns: readonly Cdn[]
  everyMs: number
}

const timeoutMs = 2_500
const tries = 2

/** Creates the poller without starting it. */
export function createDomainPoller({ log, moreCdns, ...options }: DomainsWorkerOptions): BackgroundLoop {
  const ask = createQueryDns({ timeoutMs, tries })
  // Uses the same resolvers as the checks, so names resolve in the same way.
  const outbound = createOutbound({ allow: options.allow, lookupAll: createLookupAll(options.resolvers, ask) })
  const tools = { ...options, ask, cdns: [...moreCdns, ...knownCdns], reach: createProbeHostname(outbound) }
  return createDomainChecks({ tools, log })
}
