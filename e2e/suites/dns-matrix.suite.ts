/**
 * Every DNS state of a domain, made by real DNS servers: each has its own code and remedy, and changes are noticed
 * automatically.
 *
 * @tier all
 * @budget 90
 * @topics states changes unreachable
 */
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { signUp } from '../support/client.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { DnsTestEnv } from '../support/dns/dns-test-env.ts'
import { type MatrixTestEnv, makeServer, startEdge } from '../support/dns/matrix-test-env.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveChanges } from './dns-matrix/changes.ts'
import { proveStates } from './dns-matrix/states.ts'
import { proveUnreachable } from './dns-matrix/unreachable.ts'

const report = new Report('dns-matrix')
const topics: Record<string, (testEnv: MatrixTestEnv) => Promise<void>> = {
  states: proveStates,
  changes: proveChanges,
  unreachable: proveUnreachable,
}
{
  await using dns = await DnsTestEnv.start()
  await using edge = await startEdge()
  await using instance = await startInstance({ environment: dns.environment })
  await using sql = createSqlClient(instance.databaseUrl)
  const person = await signUp(instance)
  const testEnv = { report, dns, edge, instance, sql, person, serverId: await makeServer(instance, person, sql) }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(testEnv, name, () => topic(testEnv))
}
report.figure('quick', isQuick)
report.finish()
