/**
 * An organization with everything that can be created is exported and applied to an empty instance: the second export is the same
 * to the byte, a second apply sends no change, and an apply that is killed again and again converges without duplicates. The same
 * content in other words gives the same organization, and each property of the file occurs in the export.
 *
 * --quick: 5 kills instead of 50.
 *
 * @tier all
 * @budget 420
 * @topics round-trip files by-hand kills
 * @options --seed=N
 */
import { S3Server } from '../fixtures/s3-server.ts'
import { signUp } from '../support/client.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { startInstance } from '../support/instance.ts'
import { Random } from '../support/random.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { serverEnvironment } from '../support/servers.ts'
import { startApplyTestEnv } from './apply/apply-test-env.ts'
import { applyHandWritten } from './apply/by-hand.ts'
import { checkExportedPaths } from './apply/exported-paths.ts'
import { refuseFaultyFiles } from './apply/faulty-files.ts'
import { createFullOrganization } from './apply/full-organization.ts'
import { killInTheMiddle } from './apply/kills.ts'
import { countProperties } from './apply/properties.ts'
import { repeatApply } from './apply/round-trip.ts'

const report = new Report('apply')
const random = new Random(report.seed())
countProperties(report)
{
  await using from = await startInstance({ environment: serverEnvironment })
  await using to = await startInstance({ environment: serverEnvironment })
  await using s3 = await S3Server.start({ hasVersions: true })
  const email = 'maya@example.com'
  const owner = await signUp(from, email)
  await signUp(to, email).then(async (receiver) => {
    await using testEnv = await startApplyTestEnv({ report, to, receiver })
    const secrets = await createFullOrganization({ report, instance: from, person: owner }, s3)
    const exported = await testEnv.exportFrom(from, owner)
    checkExportedPaths(report, exported)
    const source = { text: exported, secrets }
    if (isChosen('round-trip'))
      await runTopic({ report, instance: to }, 'round-trip', () => repeatApply(testEnv, source))
    if (isChosen('files')) await runTopic({ report, instance: to }, 'files', () => refuseFaultyFiles(testEnv, source))
    if (isChosen('by-hand'))
      await runTopic({ report, instance: to }, 'by-hand', () => applyHandWritten(testEnv, source))
    if (isChosen('kills'))
      await runTopic({ report, instance: to }, 'kills', () =>
        killInTheMiddle(testEnv, source, { random, count: isQuick ? 5 : 50 }),
      )
  })
}
report.finish()
