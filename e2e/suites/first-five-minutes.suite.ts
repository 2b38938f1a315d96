/**
 * From a bare machine with Docker to a live app, following the documentation: at most five minutes and twelve commands.
 *
 * @tier all
 * @budget 240
 * @alone
 */
import { ensureEngine } from '../fixtures/engine.ts'
import { isQuick } from '../support/command-line.ts'
import { startInstallTestEnv } from '../support/install-test-env.ts'
import { ensureCurrentImage, installedTag } from '../support/installation/image.ts'
import { Report } from '../support/report.ts'
import { beginFromNothing } from './first-five-minutes/begin.ts'

const report = new Report('first-five-minutes')
{
  await using _engine = await ensureEngine()
  const image = await ensureCurrentImage()
  await using testEnv = await startInstallTestEnv()
  await testEnv.loadImage(image, installedTag)
  await beginFromNothing(testEnv, report).catch((error: unknown) =>
    report.expect(false, error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
}
report.figure('quick', isQuick)
report.finish()
