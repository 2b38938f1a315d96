/**
 * Notification channels of every kind against vendors that verify, misbehave and attack; email; internal addresses.
 *
 * @tier all
 * @budget 90
 * @topics contract mail faults ssrf
 */
import { isChosen, isQuick } from '../support/command-line.ts'
import { startTestEnv, type TestEnv } from '../support/notifications/connectors-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveContract } from './connectors/contract.ts'
import { proveFaults } from './connectors/faults.ts'
import { proveMail } from './connectors/mail.ts'
import { proveNoVisits } from './connectors/ssrf.ts'

const topics: Record<string, (testEnv: TestEnv) => Promise<void>> = {
  contract: proveContract,
  mail: proveMail,
  faults: proveFaults,
  ssrf: proveNoVisits,
}
const report = new Report('connectors')
{
  await using testEnv = await startTestEnv(report)
  for (const [name, prove] of Object.entries(topics))
    if (isChosen(name)) await runTopic(testEnv, name, () => prove(testEnv))
}
report.figure('quick', isQuick)
report.finish()
