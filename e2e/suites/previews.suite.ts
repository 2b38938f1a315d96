/**
 * Pull requests of a real forge on a real server: an environment with a database of its own, its address in the pull request, new
 * commits, the limit, a fork that gets nothing, removal on close and at the end of its lifetime.
 */
import { isQuick, Report } from '../support/report.ts'
import { tellStory } from './previews/story.ts'
import { openWorld } from './previews/world.ts'

const report = new Report('previews')
{
  await using world = await openWorld(report)
  await tellStory(world).catch((error: unknown) => {
    report.expect(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
    console.error(world.deploys.instance.worker.output.split('\n').slice(-25).join('\n'))
  })
}
report.figure('quick', isQuick)
report.finish()
