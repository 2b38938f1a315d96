/**
 * Whether anybody can get at a hostname that is another organisation's: by its id, by its name in any spelling, by its records, by
 * what was left behind, by being faster. And whether text that is no hostname has any effect, or DNS can lead the worker astray.
 */
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { signUp } from '../support/client.ts'
import { startInstance } from '../support/instance.ts'
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { DnsWorld } from './dns-matrix/dns-world.ts'
import { makeServer, startEdge } from './dns-matrix/matrix-world.ts'
import { proveAstray } from './domain-takeover/astray.ts'
import { proveInjection } from './domain-takeover/injection.ts'
import { proveLeftovers } from './domain-takeover/leftovers.ts'
import { proveRaces } from './domain-takeover/races.ts'
import { makeTrial, type TakeoverWorld } from './domain-takeover/takeover-world.ts'
import { proveTricks } from './domain-takeover/tricks.ts'

const report = new Report('domain-takeover')
const topics: Record<string, (world: TakeoverWorld) => Promise<void>> = {
  tricks: proveTricks,
  leftovers: proveLeftovers,
  races: proveRaces,
  injection: proveInjection,
  astray: proveAstray,
}
{
  await using dns = await DnsWorld.start()
  await using edge = await startEdge()
  await using instance = await startInstance({ environment: dns.environment })
  await using sql = createSqlClient(instance.databaseUrl)
  const [person, attacker] = [await signUp(instance), await signUp(instance)]
  const serverId = await makeServer(instance, person, sql)
  const attackerServerId = await makeServer(instance, attacker, sql)
  const trial = makeTrial(report)
  const world = { report, dns, edge, instance, sql, person, serverId, attacker, attackerServerId, trial }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(world, name, () => topic(world))
  report.figure('tricks', trial.tried)
  report.figure('worked', trial.worked)
  if (process.argv.slice(2).every((word) => word.startsWith('--')))
    report.expect(trial.tried >= 12, `only ${trial.tried} tricks were tried`)
}
report.figure('quick', isQuick)
report.finish()
