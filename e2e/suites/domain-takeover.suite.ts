/**
 * Attempts to take over another organization's hostname: by id, spelling, leftover records, races and injected text.
 *
 * @tier all
 * @budget 90
 * @topics tricks leftovers races injection astray
 */
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { signUp } from '../support/client.ts'
import { isChosen, isQuick, namesTopics } from '../support/command-line.ts'
import { DnsTestEnv } from '../support/dns/dns-test-env.ts'
import { makeServer, startEdge } from '../support/dns/matrix-test-env.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveTricks } from './domain-takeover/attacks.ts'
import { proveInjection } from './domain-takeover/injection.ts'
import { proveLeftovers } from './domain-takeover/leftovers.ts'
import { proveRaces } from './domain-takeover/races.ts'
import { makeTrial, type TakeoverTestEnv } from './domain-takeover/takeover-test-env.ts'
import { proveAstray } from './domain-takeover/wrong-records.ts'

const report = new Report('domain-takeover')
const topics: Record<string, (testEnv: TakeoverTestEnv) => Promise<void>> = {
  tricks: proveTricks,
  leftovers: proveLeftovers,
  races: proveRaces,
  injection: proveInjection,
  astray: proveAstray,
}
{
  await using dns = await DnsTestEnv.start()
  await using edge = await startEdge()
  await using instance = await startInstance({ environment: dns.environment })
  await using sql = createSqlClient(instance.databaseUrl)
  const [person, attacker] = [await signUp(instance), await signUp(instance)]
  const serverId = await makeServer(instance, person, sql)
  const attackerServerId = await makeServer(instance, attacker, sql)
  const trial = makeTrial(report)
  const testEnv = { report, dns, edge, instance, sql, person, serverId, attacker, attackerServerId, trial }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(testEnv, name, () => topic(testEnv))
  report.figure('tricks', trial.tried)
  report.figure('worked', trial.worked)
  if (!namesTopics) report.expect(trial.tried >= 12, `only ${trial.tried} attacks were tried`)
}
report.figure('quick', isQuick)
report.finish()
