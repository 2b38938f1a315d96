/**
 * Faults around certificates: DNS, the certificate authority, the control plane, the proxy, and one of the two
 * challenge ports.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { PebbleWays } from '../../fixtures/pebble.ts'
import {
  type AcmeTestEnv,
  appText,
  attachDomain,
  bringDomain,
  certificateSeconds,
  isActive,
  pointAt,
  registerDomain,
  verifyDomain,
  waitForDomain,
  zone,
} from '../../support/certificates/acme-test-env.ts'
import { startSecureLoad, visitSecurely } from './https-visits.ts'

const elsewhere = '203.0.113.66'
/** Longer than the interval of the certificate keeper's checks and of the worker's own. */
const quietMs = 8_000

/** While DNS is wrong, no request reaches the authority. Once DNS is right, the certificate is issued without any action. */
export async function wrongDns(acme: AcmeTestEnv): Promise<void> {
  const { report, server, pebble } = acme
  const hostname = `wrong.${zone}`
  const { id } = await registerDomain(acme, hostname)
  pointAt(acme, hostname, elsewhere)
  await verifyDomain(acme, id)
  await attachDomain(acme, id)
  await waitForDomain(acme, id, ({ certificate }) => certificate.status !== 'none')
  await delay(quietMs)
  const waiting = await waitForDomain(acme, id, () => true)
  report.expect(waiting.certificate.status === 'pending', `with wrong DNS it is ${waiting.certificate.status}`)
  report.expect(!pebble.output.includes(hostname), 'the authority was asked although DNS is wrong')
  pointAt(acme, hostname, server.target.address)
  const active = await waitForDomain(acme, id, isActive)
  report.expect(
    isActive(active),
    `with right DNS it is ${JSON.stringify(active.certificate)} ${JSON.stringify(active.error)}`,
  )
  const { status, text } = await visitSecurely(server, hostname, [await pebble.issuingRoot()])
  report.expect(status === 200 && text === appText, `it answers ${status} ${text}`)
}

/** The authority can't reach port 80 or port 443: the other port is enough. */
export async function eachChallenge(acme: AcmeTestEnv): Promise<void> {
  const ways: Record<string, PebbleWays> = { 'http-01': { tls: false }, 'tls-alpn-01': { http: false } }
  for (const [challenge, way] of Object.entries(ways)) {
    await acme.pebble.start(way)
    const { id } = await bringDomain(acme, `${challenge}.${zone}`)
    const active = await waitForDomain(acme, id, isActive)
    const tried = active.certificate.steps.filter(({ name }) => name === 'challenge').at(-1)?.detail
    const detail = `${JSON.stringify(active.certificate)} ${acme.pebble.output.slice(-500)}`
    acme.report.expect(isActive(active) && tried === challenge, `${challenge}: ${detail}`)
  }
  await acme.pebble.start({ http: false, tls: false })
  const { id } = await bringDomain(acme, `closed.${zone}`)
  const failed = await waitForDomain(acme, id, ({ certificate }) => certificate.status === 'failed')
  const { lastError } = failed.certificate
  acme.report.expect(
    lastError?.code === 'acme_connection_failed',
    `closed ports: ${JSON.stringify(failed.certificate)}`,
  )
  await acme.pebble.start()
}

/** The authority is down for a while and has lost every account afterwards. */
export async function authorityAway(acme: AcmeTestEnv): Promise<void> {
  const { report, pebble } = acme
  await pebble.stop()
  const { id } = await bringDomain(acme, `early.${zone}`)
  const failed = await waitForDomain(acme, id, ({ certificate }) => certificate.status === 'failed')
  const { lastError } = failed.certificate
  report.expect(lastError?.code === 'acme_authority_unreachable', `it says ${JSON.stringify(failed.certificate)}`)
  report.expect((lastError?.hint ?? '') !== '', 'there is no remedy')
  await pebble.start()
  const active = await waitForDomain(acme, id, isActive)
  report.expect(isActive(active), `when it is back: ${JSON.stringify(active.certificate)}`)
}

/** A renewal needs only the server itself, not the control plane. */
export async function controlPlaneAway(acme: AcmeTestEnv): Promise<void> {
  const { report, server, pebble, testEnv } = acme
  const hostname = `alone.${zone}`
  const { id } = await bringDomain(acme, hostname)
  const before = await waitForDomain(acme, id, isActive)
  const authorities = [await pebble.issuingRoot()]
  await Promise.all([testEnv.instance.worker.stop('SIGKILL'), testEnv.instance.api.stop('SIGKILL')])
  const load = startSecureLoad(server, hostname, { perSecond: 10, authorities, text: appText })
  await delay(certificateSeconds * 1_000)
  const { all, failed } = await load.stop()
  report.expect(load.serials.size >= 2, `${load.serials.size} certificates were seen without a control plane`)
  report.expect(failed.length === 0, `${failed.length} of ${all} failed without a control plane: ${failed[0]}`)
  report.figure('aloneRequests', all)
  report.figure('aloneFailed', failed.length)
  await testEnv.instance.startWorker()
  await testEnv.instance.startApi()
  const after = await waitForDomain(acme, id, (found) => found.certificate.notAfter > before.certificate.notAfter)
  report.expect(after.certificate.notAfter > before.certificate.notAfter, 'the renewal is not seen afterwards')
}

/** A restarted process still has its certificate. */
export async function proxyKilled(acme: AcmeTestEnv): Promise<void> {
  const { report, server, pebble } = acme
  const hostname = `again.${zone}`
  const { id } = await bringDomain(acme, hostname)
  await waitForDomain(acme, id, isActive)
  const authorities = [await pebble.issuingRoot()]
  const before = await visitSecurely(server, hostname, authorities)
  const { target } = server
  const container = (await target.mustExec(['docker', 'ps', '-q', '--filter', 'label=longshore.role=proxy'])).trim()
  const number = (await target.mustExec(['docker', 'inspect', '--format', '{{.State.Pid}}', container])).trim()
  await target.mustExec(['kill', '-9', number])
  const startedAt = performance.now()
  const visit = () => visitSecurely(server, hostname, authorities).catch(() => null)
  let after = await visit()
  while (after === null && performance.now() - startedAt < 60_000) after = await visit()
  report.figure('restartedMs', Math.round(performance.now() - startedAt))
  report.expect(after?.serial === before.serial, `after a restart it has ${after?.serial} in place of ${before.serial}`)
}
