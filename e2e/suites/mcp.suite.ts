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
import { offer } from './mcp/scopes.ts'
import { tellStory } from './mcp/scenario.ts'
import { startMcpWorld } from './mcp/test-env.ts'

const report = new Report('mcp')
{
  await using world = await startMcpWorld(report)
  const topics: Record<string, () => Promise<void>> = {
    protocol: () => speak(world),
    scopes: () => offer(world),
    confirm: () => confirm(world),
    story: () => tellStory(world),
    hostile: () => attack(world),
  }
  for (const [name, topic] of Object.entries(topics)) if (isChosen(name)) await runTopic(world, name, topic)
}
report.finish()
