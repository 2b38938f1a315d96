/**
 * One story on two real servers: three services are deployed, redeployed under load, fail on purpose, are rolled back,
 * cancelled in the build and deleted; a stateless environment moves to the other server; many small ones share one. Nothing
 * of ours is left behind. Beside it what people do on other days: stop, start, restart, promote, build elsewhere, jobs by the
 * clock, images from a private registry. The full form has a hundred small ones and goes as root and as the user deploy.
 */
import type { TargetUser } from '../fixtures/target.ts'
import { startDeployWorld } from '../support/deploy-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { deployCrowd } from './deploy-story/crowd.ts'
import { deployImages } from './deploy-story/images.ts'
import { liveOn } from './deploy-story/lifecycle.ts'
import { moveToAnotherServer } from './deploy-story/move.ts'
import { tellStory } from './deploy-story/story.ts'

const crowdSize = isQuick ? 4 : 100
const users: TargetUser[] = isQuick ? ['deploy'] : ['root', 'deploy']

const report = new Report('deploy-story')
for (const user of users) {
  await using world = await startDeployWorld({ report, user, targets: 2, baseImages: ['node:24-slim', 'postgres:17'] })
  const [one, two] = world.servers
  if (one === undefined || two === undefined) throw new Error('two servers were asked for')
  const topics: Record<string, () => Promise<void>> = {
    story: () => tellStory(world, one),
    lifecycle: () => liveOn(world, one, two),
    images: () => deployImages(world, one),
    move: () => moveToAnotherServer(world, one, two),
    crowd: () => deployCrowd(world, two, crowdSize),
  }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(world, `${name} as ${user}`, topic)
}
report.figure('quick', isQuick)
report.finish()
