/**
 * The same through the whole platform: hundreds of domains attached through the API, with certificates from a real
 * authority, and then one after another while others are visited.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { resolveFrom, startDnsServer } from '../../fixtures/dns-server.ts'
import { startPebble } from '../../fixtures/pebble.ts'
import { giveAddress } from '../../support/certificates/acme-test-env.ts'
import { isQuick } from '../../support/command-line.ts'
import {
  type App,
  type DeployServer,
  type DeployTestEnv,
  startDeployTestEnv,
  webService,
} from '../../support/deploy-test-env.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { percentile, type Report } from '../../support/report.ts'
import { mustAsk } from '../../support/servers.ts'
import { appPort, appSource } from '../../support/zero-downtime/app.ts'
import { waitUntilServed } from './served.ts'
import { hostnameOf } from './test-env.ts'
import { startVisits } from './visits.ts'

const size = isQuick ? { hostnames: 25, more: 3 } : { hostnames: 500, more: 20 }
const wantedMs = 300
const pauseMs = 1_000
const certificatesMs = 600_000
const zone = 'many.test'

interface Attaching {
  readonly testEnv: DeployTestEnv
  readonly server: DeployServer
  readonly app: App
}

export async function attachMany(report: Report): Promise<void> {
  await using stack = new AsyncDisposableStack()
  let address = '127.0.0.1'
  const dns = stack.use(
    await startDnsServer({ address: '127.0.0.1' }, (question) =>
      resolveFrom([
        { name: zone, type: 'SOA', value: zone },
        { name: zone, type: 'NS', value: `ns.${zone}` },
        { name: `ns.${zone}`, type: 'A', value: '127.0.0.1' },
        ...(/^name-\d+\.many\.test$/.test(question.name)
          ? [{ name: question.name, type: 'A', value: address } as const]
          : []),
      ])(question),
    ),
  )
  const pebble = stack.use(await startPebble({ dns, certificateSeconds: 86_400 }))
  const environment = {
    ACME_DIRECTORY_URL: pebble.directory,
    ACME_CA_CERTIFICATE: pebble.root,
    DNS_RESOLVERS: `127.0.0.1:${dns.port}`,
    DNS_AUTHORITY_PORT: String(dns.port),
    PRIVATE_DOMAIN_SUFFIXES: 'test',
    // With a single organization, no hostname needs a proof of ownership.
    SIGN_UP_MODE: 'first-user',
    API_REQUESTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  }
  const testEnv = stack.use(await startDeployTestEnv({ report, instance: { environment } }))
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('one server was asked for')
  address = server.target.address
  await giveAddress(testEnv, server)
  const app = await deployApp(testEnv)
  const attaching = { testEnv, server, app }
  await attachFirst(report, attaching)
  await waitForCertificates(report, attaching)
  await attachMore(report, attaching)
}

async function deployApp(testEnv: DeployTestEnv): Promise<App> {
  const dockerfile = 'FROM node:24-slim\nENV VERSION=a\nCOPY server.cjs ./\nCMD ["node", "server.cjs"]\n'
  const files = [
    { path: 'Dockerfile', content: dockerfile },
    { path: 'server.cjs', content: appSource },
  ]
  const app = await testEnv.createApp('many', { files, services: [webService({ port: appPort })] })
  const { status } = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (status !== 'live') throw new Error(`the app is ${status}`)
  return app
}

/** The duration of the call. */
async function attach({ testEnv, app }: Attaching, index: number): Promise<number> {
  const startedAt = performance.now()
  const body = { hostname: hostnameOf(index), forceHttps: false }
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/domain`, body)
  return performance.now() - startedAt
}

async function attachFirst(report: Report, attaching: Attaching): Promise<void> {
  const startedAt = performance.now()
  const indexes = Array.from({ length: size.hostnames }, (_, index) => index)
  await inParallel(indexes, 4, async (index) => void (await attach(attaching, index)))
  for (const index of indexes.filter((each) => each % 10 === 0 || each === size.hostnames - 1))
    await waitUntilServed(attaching.server.target, hostnameOf(index))
  report.figure('attached', size.hostnames)
  report.figure('attached_and_served_s', Math.round((performance.now() - startedAt) / 1_000))
}

async function waitForCertificates(report: Report, { testEnv }: Attaching): Promise<void> {
  const startedAt = performance.now()
  await using sql = createSqlClient(testEnv.instance.databaseUrl)
  const count = async () => {
    const rows = await sql.query<{ count: string }>("select count(*) from certificates where status = 'active'")
    return Number(rows[0]?.count)
  }
  for (const deadline = Date.now() + certificatesMs; (await count()) < size.hostnames; await delay(1_000))
    if (Date.now() > deadline) break
  const found = await count()
  report.figure('certificates', found)
  report.figure('certificates_s', Math.round((performance.now() - startedAt) / 1_000))
  report.expect(found === size.hostnames, `${found} of ${size.hostnames} have a certificate`)
}

async function attachMore(report: Report, attaching: Attaching): Promise<void> {
  const { server } = attaching
  const visits = startVisits(
    server.target,
    Array.from({ length: size.hostnames }, (_, index) => hostnameOf(index)),
  )
  const calls: number[] = []
  const served: number[] = []
  for (let index = size.hostnames; index < size.hostnames + size.more; index += 1) {
    await delay(pauseMs)
    const startedAt = performance.now()
    calls.push(await attach(attaching, index))
    await waitUntilServed(server.target, hostnameOf(index))
    served.push(performance.now() - startedAt)
  }
  const visited = await visits.end()
  const [callMs, servedMs] = [calls, served].map((each) => Math.round(percentile(each, 0.5)))
  report.figure('attach_call_ms', callMs ?? 0)
  report.figure('attach_call_worst_ms', Math.round(Math.max(...calls)))
  report.figure('attach_served_ms', servedMs ?? 0)
  report.figure('attach_served_worst_ms', Math.round(Math.max(...served)))
  report.figure('attach_requests', visited.requests)
  report.figure('attach_failed', visited.failed)
  report.figure('attach_sockets_cut', visited.cutSockets)
  report.expect(visited.failed === 0, `others lost ${visited.failed} of ${visited.requests}: ${visited.failures}`)
  report.expect(visited.cutSockets === 0, `${visited.cutSockets} WebSockets were cut`)
  if (!isQuick) report.expect((callMs ?? wantedMs) < wantedMs, `a call of the API took ${callMs} ms`)
}
