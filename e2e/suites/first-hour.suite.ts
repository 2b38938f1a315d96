/**
 * A person's first hour with a new instance, replayed by visible labels only: setup, server, Git, deployment, failure, rollback,
 * domain, backup, restore and invitation.
 *
 * @tier all
 * @budget 420
 */

import { startPersonTestEnv } from '../support/person/person-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { replayHour } from './first-hour/replay.ts'
import { readSteps } from './first-hour/step.ts'

const report = new Report('first-hour')
{
  const steps = await readSteps()
  await using testEnv = await startPersonTestEnv()
  await runTopic({ report, instance: testEnv.instance }, 'hour', async () => {
    const began = performance.now()
    const { clicks, typedFields, deadEnds } = await replayHour(testEnv, steps)
    for (const deadEnd of deadEnds) report.expect(false, deadEnd)
    report.expect(steps.length > 0, 'nothing is recorded')
    report.figure('steps', steps.length)
    report.figure('clicks', clicks)
    report.figure('typed', typedFields)
    report.figure('deadEnds', deadEnds.length)
    report.figure('seconds', Math.round((performance.now() - began) / 1_000))
  })
}
report.finish()
