/**
 * `longshore mcp` as a protocol client sees it: versions, messages, scopes, what the person agrees to, an assistant's session with
 * its audit log, hostile text.
 *
 * @tier all
 * @budget 90
 * @topics protocol scopes confirm story hostile
 */
import { isChosen } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { confirm } from './mcp/confirm.ts'
import { attack } from './mcp/hostile.ts'
import { speak } from './mcp/protocol.ts'
import { runScenario } from './mcp/scenario.ts'
import { offer } from './mcp/scopes.ts'
import { startMcpTestEnv } from './mcp/test-env.ts'

const report = new Report('mcp')
{
  await using testEnv = await startMcpTestEnv(report)
  const topics: Record<string, () => Promise<void>> = {
    protocol: () => speak(testEnv),
    scopes: () => offer(testEnv),
    confirm: () => confirm(testEnv),
    story: () => runScenario(testEnv),
    hostile: () => attack(testEnv),
  }
  for (const [name, topic] of Object.entries(topics)) if (isChosen(name)) await runTopic(testEnv, name, topic)
}
report.finish()
