/** A deployed app on a real target, a real certificate authority, and a DNS server for both it and the worker. */

import { setTimeout as delay } from 'node:timers/promises'
import type { AttachedDomain, Domain } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { type DnsRecord, resolveFrom, startDnsServer } from '../../fixtures/dns-server.ts'
import { type Pebble, startPebble } from '../../fixtures/pebble.ts'
import {
  type App,
  type DeployServer,
  type DeployTestEnv,
  nodeApp,
  startDeployTestEnv,
  webService,
} from '../deploy-test-env.ts'
import type { Report } from '../report.ts'
import { mustAsk } from '../servers.ts'

/** Domain whose certificate scenarios read only after it was issued. */
export interface CertifiedDomain extends Domain {
  certificate: Domain['certificate'] & { notAfter: string; issuer: string }
}

export interface AcmeTestEnv extends AsyncDisposable {
  readonly testEnv: DeployTestEnv
  readonly report: Report
  readonly pebble: Pebble
  readonly server: DeployServer
  readonly app: App
  readonly records: DnsRecord[]
}

/** Pebble's certificate lifetime. The proxy renews after about thirty of these seconds. */
export const certificateSeconds = 45
export const zone = 'shop.test'
export const appText = 'hello from the shop'
const waitMs = 120_000

export async function startAcmeTestEnv(report: Report): Promise<AcmeTestEnv> {
  await using stack = new AsyncDisposableStack()
  const records: DnsRecord[] = [
    { name: zone, type: 'SOA', value: zone },
    { name: zone, type: 'NS', value: `ns.${zone}` },
    { name: `ns.${zone}`, type: 'A', value: '127.0.0.1' },
  ]
  const dns = stack.use(await startDnsServer({ address: '127.0.0.1' }, (question) => resolveFrom(records)(question)))
  const pebble = stack.use(await startPebble({ dns, certificateSeconds }))
  const environment = {
    ACME_DIRECTORY_URL: pebble.directory,
    ACME_CA_CERTIFICATE: pebble.root,
    ACME_EMAIL: `ops@${zone}`,
    DNS_RESOLVERS: `127.0.0.1:${dns.port}`,
    DNS_AUTHORITY_PORT: String(dns.port),
    DOMAIN_CHECK_SECONDS: '1',
    PRIVATE_DOMAIN_SUFFIXES: 'test',
    SERVER_CHECK_SECONDS: '10',
  }
  const testEnv = stack.use(await startDeployTestEnv({ report, instance: { environment } }))
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('one server was asked for')
  await giveAddress(testEnv, server)
  const app = await testEnv.createApp('shop', { files: nodeApp(appText), services: [webService()] })
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  report.expect(deployment.status === 'live', `the app is ${deployment.status}`)
  const owned = stack.move()
  return { testEnv, report, pebble, server, app, records, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The target's address on Docker's network, where the authority finds it like a public server. */
export async function giveAddress(testEnv: DeployTestEnv, { id, target }: DeployServer): Promise<void> {
  await using sql = createSqlClient(testEnv.instance.databaseUrl)
  const text = "update servers set facts = jsonb_set(facts, '{publicAddresses}', $2::jsonb) where id = $1"
  await sql.query(text, [decodeId('srv', id), JSON.stringify({ v4: target.address, v6: null })])
}

export async function registerDomain({ testEnv, records }: AcmeTestEnv, hostname: string): Promise<CertifiedDomain> {
  const domain = await mustAsk<CertifiedDomain>(testEnv, 'POST', '/domains', { hostname })
  records.push({ name: domain.verification.txtName, type: 'TXT', value: domain.verification.txtValue })
  return domain
}

export function pointAt({ records }: AcmeTestEnv, hostname: string, address: string): void {
  const kept = records.filter(({ name, type }) => name !== hostname || type !== 'A')
  records.splice(0, records.length, ...kept, { name: hostname, type: 'A', value: address })
}

export async function verifyDomain(acme: AcmeTestEnv, id: string): Promise<CertifiedDomain> {
  await mustAsk(acme.testEnv, 'POST', `/domains/${id}/verify`)
  return await waitForDomain(acme, id, ({ status }) => status !== 'verifying')
}

export async function attachDomain({ testEnv, app }: AcmeTestEnv, domainId: string): Promise<AttachedDomain> {
  return await mustAsk<AttachedDomain>(testEnv, 'POST', `/environments/${app.environmentId}/domain`, { domainId })
}

/** A registered, verified and attached domain with correct DNS. Its certificate is being issued. */
export async function bringDomain(acme: AcmeTestEnv, hostname: string): Promise<CertifiedDomain> {
  const { id } = await registerDomain(acme, hostname)
  pointAt(acme, hostname, acme.server.target.address)
  const domain = await verifyDomain(acme, id)
  acme.report.expect(domain.status === 'verified', `${hostname} is ${domain.status}: ${JSON.stringify(domain.error)}`)
  await attachDomain(acme, id)
  return domain
}

/** Returns the domain once the condition holds, or its last state. */
export async function waitForDomain(
  { testEnv }: AcmeTestEnv,
  id: string,
  holds: (domain: CertifiedDomain) => boolean,
): Promise<CertifiedDomain> {
  for (const deadline = Date.now() + waitMs; ; await delay(200)) {
    const domain = await mustAsk<CertifiedDomain>(testEnv, 'GET', `/domains/${id}`)
    if (holds(domain) || Date.now() > deadline) return domain
  }
}

export const isActive = ({ certificate }: CertifiedDomain) => certificate.status === 'active'
