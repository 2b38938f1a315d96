/**
 * Certificates from a real ACME server: issued, served, renewed under load, and removed. Also with wrong DNS, a CA that is
 * down, one challenge type only, no control plane, and a killed proxy.
 *
 * @tier all
 * @budget 180
 * @topics story wrong-dns proxy-killed control-plane-away challenges authority-away
 */

import { startAcmeTestEnv } from '../support/certificates/acme-test-env.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { authorityAway, controlPlaneAway, eachChallenge, proxyKilled, wrongDns } from './acme/faults.ts'
import { runScenario } from './acme/scenario.ts'

const report = new Report('acme')
{
  await using acme = await startAcmeTestEnv(report)
  const short: Record<string, () => Promise<void>> = {
    story: () => runScenario(acme),
    'wrong-dns': () => wrongDns(acme),
    'proxy-killed': () => proxyKilled(acme),
  }
  const long: Record<string, () => Promise<void>> = {
    'control-plane-away': () => controlPlaneAway(acme),
    challenges: () => eachChallenge(acme),
    'authority-away': () => authorityAway(acme),
  }
  const topics = isQuick ? short : { ...short, ...long }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic({ report, instance: acme.testEnv.instance }, name, topic)
}
report.figure('quick', isQuick)
report.finish()
