/**
 * `longshore mcp` as a client of the protocol meets it, against a real instance: versions and messages, which scopes offer which
 * tools, a story of an assistant with its audit log, and hostile text. No target server: bin/suite cli deploys for real.
 */
import { Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { attack } from './mcp/hostile.ts'
import { speak } from './mcp/protocol.ts'
import { offer } from './mcp/scopes.ts'
import { tellStory } from './mcp/story.ts'
import { startMcpWorld } from './mcp/world.ts'

const report = new Report('mcp')
{
  await using world = await startMcpWorld(report)
  const topics: Record<string, () => Promise<void>> = {
    protocol: () => speak(world),
    scopes: () => offer(world),
    story: () => tellStory(world),
    hostile: () => attack(world),
  }
  for (const [name, topic] of Object.entries(topics)) if (isChosen(name)) await runTopic(world, name, topic)
}
report.finish()
