/**
 * Certificates for real: a real authority with a DNS server, our proxy on a real target. A name is registered, verified and
 * attached; its certificate is issued, answers, is renewed under load, and goes with the name. Beside it the hard days: wrong DNS, an
 * authority that is away, one that reaches a server in one way only, no control plane, a proxy that was killed.
 */
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { authorityAway, controlPlaneAway, eachChallenge, proxyKilled, wrongDns } from './acme/hard-days.ts'
import { tellStory } from './acme/story.ts'
import { startAcmeWorld } from './acme/world.ts'

const report = new Report('acme')
{
  await using acme = await startAcmeWorld(report)
  const short: Record<string, () => Promise<void>> = {
    story: () => tellStory(acme),
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
    if (isChosen(name)) await runTopic({ report, instance: acme.world.instance }, name, topic)
}
report.figure('quick', isQuick)
report.finish()
