/**
 * One job of a cron service: a container of the live release that runs to its end and is removed. One that was interrupted by
 * the death of a worker is ended and runs again from its beginning. A time that comes while the job before still waits is left out.
 */
import { z } from 'zod'
import type { Tx } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { FinishedRun, Run } from '../../../platform/durable/workflow.ts'
import { type StepContext, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { brandId } from '../../../platform/ids/brand.ts'
import { runCron } from '../deployment-workflows.ts'
import type { FrozenService } from '../release.schemas.ts'
import { tellFailedJob } from '../tell-failed-job.ts'
import { cronContainer } from './app-container.ts'
import { type EnvironmentWork, environmentStep, placeOf } from './environment/environment-work.ts'
import { openLiveService } from './live-service.ts'
import { runToEnd } from './run-to-end.ts'

type Input = z.output<typeof runCron.input>
type Context = StepContext<Input>

const Outcome = z.object({ wasRun: z.boolean() })
const jobDeadlineMs = 6 * 3_600_000
const tailBytes = 8_000

export function createRunCron(work: EnvironmentWork): Workflow<Input> {
  const job = environmentStep<Input, z.output<typeof Outcome>>({
    name: 'run-job',
    output: Outcome,
    deadlineMs: jobDeadlineMs + 60_000,
    run: (context) => runJob(work, context),
  })
  return workflow(runCron, [job], { onFinish: tellFailure })
}

async function runJob(work: EnvironmentWork, context: Context): Promise<z.output<typeof Outcome>> {
  const { organizationId, environmentId } = placeOf(context)
  const isIts = (service: FrozenService) => service.serviceId === context.input.serviceId
  const place = await openLiveService(work, { organizationId, environmentId }, isIts)
  // There is nothing to run any more, or the environment is stopped.
  if (typeof place === 'string') return { wasRun: false }
  const { exitCode, oomKilled, logTail } = await runToEnd(work, context, {
    organizationId,
    place,
    spec: cronContainer(place.options, brandId<'run'>(context.run.id)),
    step: 'run-job',
    deadlineMs: jobDeadlineMs,
    tailBytes,
  })
  if (exitCode === 0) return { wasRun: true }
  const why = oomKilled ? 'ran out of memory' : `ended with code ${exitCode}`
  const text = `The job ${place.options.service.name} ${why}.`
  throw new PermanentError('job_failed', text, { details: { exitCode, logTail } })
}

async function tellFailure(tx: Tx, run: Run<Input>, end: FinishedRun): Promise<void> {
  if (end.status !== 'failed') return
  const { organizationId, environmentId } = placeOf({ run })
  const serviceId = brandId<'svc'>(run.input.serviceId)
  await tellFailedJob(tx, organizationId, { runId: run.id, environmentId, serviceId, error: end.error })
}
