/**
 * From a bare machine with Docker to an app that answers, as somebody does it who has never seen Longshore: the commands of the
 * documentation in a terminal, then the browser. Every step is timed; DNS aside, at most five minutes and twelve commands.
 */
import { ensureEngine } from '../fixtures/engine.ts'
import { startInstallWorld } from '../support/install-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { ensureCurrentImage, installedTag } from './compose/image.ts'
import { beginFromNothing } from './first-five-minutes/begin.ts'

const report = new Report('first-five-minutes')
{
  await using _engine = await ensureEngine()
  const image = await ensureCurrentImage()
  await using world = await startInstallWorld()
  await world.loadImage(image, installedTag)
  await beginFromNothing(world, report).catch((error: unknown) =>
    report.expect(false, error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
}
report.figure('quick', isQuick)
report.finish()
