/** A domain's life: from an unknown hostname to a site whose certificate is renewed under load, and its removal. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '@longshore/sdk'
import {
  type AcmeTestEnv,
  appText,
  bringDomain,
  certificateSeconds,
  isActive,
  waitForDomain,
  zone,
} from '../../support/certificates/acme-test-env.ts'
import { visit } from '../../support/deployments/visits.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import { startSecureLoad, visitSecurely } from './https-visits.ts'

const perSecond = 20

export async function runScenario(acme: AcmeTestEnv): Promise<void> {
  const { testEnv, report, server, app, pebble } = acme
  const hostname = `www.${zone}`
  const domain = await bringDomain(acme, hostname)
  const startedAt = performance.now()
  const active = await waitForDomain(acme, domain.id, isActive)
  report.figure('issuedMs', Math.round(performance.now() - startedAt))
  report.expect(isActive(active), `the certificate is ${JSON.stringify(active.certificate)}`)
  report.expect(/Pebble/.test(active.certificate.issuer), `the issuer is ${active.certificate.issuer}`)
  const steps = active.certificate.steps.map(({ name }: { name: string }) => name)
  report.expect(steps.at(0) === 'order' && steps.at(-1) === 'installed', `its steps are ${steps}`)
  const authorities = [await pebble.issuingRoot()]
  const first = await visitSecurely(server, hostname, authorities)
  report.expect(first.status === 200 && first.text === appText, `https answers ${first.status} ${first.text}`)
  report.expect((await visit(server, hostname)).startsWith('308'), 'HTTP does not redirect to HTTPS')
  const listed = (await mustAsk<Environment>(testEnv, 'GET', `/environments/${app.environmentId}`)).domains
  report.expect(
    listed.some((each: { url: string }) => each.url === `https://${hostname}`),
    `the environment lists ${JSON.stringify(listed)}`,
  )
  await renewUnderLoad(acme, { hostname, domainId: domain.id, authorities, before: active.certificate.notAfter })
  await detach(acme, { hostname, domainId: domain.id })
}

async function renewUnderLoad(
  acme: AcmeTestEnv,
  site: { hostname: string; domainId: string; authorities: string[]; before: string },
): Promise<void> {
  const { report, server } = acme
  const load = startSecureLoad(server, site.hostname, { perSecond, authorities: site.authorities, text: appText })
  const renewed = await waitForDomain(
    acme,
    site.domainId,
    (found) => isActive(found) && found.certificate.notAfter > site.before,
  )
  // Requests after the renewal count, too.
  await delay(2_000)
  const { all, failed } = await load.stop()
  report.expect(renewed.certificate.notAfter > site.before, `it is not renewed: ${JSON.stringify(renewed.certificate)}`)
  report.expect(load.serials.size >= 2, `${load.serials.size} certificates were seen`)
  report.expect(failed.length === 0, `${failed.length} of ${all} requests failed: ${failed.slice(0, 3).join('; ')}`)
  report.figure('renewalRequests', all)
  report.figure('renewalFailed', failed.length)
}

async function detach(
  { testEnv, report, server, app }: AcmeTestEnv,
  { hostname, domainId }: { hostname: string; domainId: string },
): Promise<void> {
  await mustAsk(testEnv, 'DELETE', `/environments/${app.environmentId}/domain/${domainId}`)
  const isGone = async () => {
    const plain = await visit(server, hostname).catch(String)
    const secure = await visitSecurely(server, hostname, null).catch((error: unknown) => error)
    return plain.startsWith('404') && secure instanceof Error
  }
  const until = Date.now() + certificateSeconds * 1_000
  while (!(await isGone()) && Date.now() < until) await delay(500)
  report.expect(await isGone(), 'a detached hostname is still answered')
  await delay(1_000)
  const removed = await ask(
    { instance: testEnv.instance, report, person: testEnv.person },
    'DELETE',
    `/domains/${domainId}`,
  )
  report.expect(removed.status < 300, `its domain cannot be removed: ${removed.status} ${removed.text}`)
}
