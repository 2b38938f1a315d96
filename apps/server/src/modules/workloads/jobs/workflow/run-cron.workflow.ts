/**
 * Runs one job of a cron service in a container of the live release, to its end, and removes the container. The job
 * starts once: a worker that takes over adopts it, and a job whose container vanished doesn't run again. A due time is
 * skipped while the previous job is still queued.
 */
import { z } from 'zod'
import type { Tx } from '../../../../platform/database/database.ts'
import type { FinishedRun, Run } from '../../../../platform/durable/workflow.ts'
import { type StepContext, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { type EnvironmentWork, placeOf } from '../../environment-work.context.ts'
import { endPrograms } from '../../programs/end-programs.remote.ts'
import { programFailure } from '../../programs/program-failure.problems.ts'
import { runInLiveRelease } from '../../programs/run-in-live-release.remote.ts'
import { maxProgramTakeovers, maxUnreachableMs } from '../../programs/run-program.remote.ts'
import { remoteStep } from '../../remote-step.context.ts'
import { runCron } from '../jobs.references.ts'
import { notifyFailedJob } from '../notify-failed-job.action.ts'

type Input = z.output<typeof runCron.input>
type Context = StepContext<Input>

const Outcome = z.object({ wasRun: z.boolean() })
const jobLimitMs = 6 * 3_600_000

export function createRunCron(work: EnvironmentWork): Workflow<Input> {
  const job = remoteStep<Input, z.output<typeof Outcome>>({
    name: 'run-job',
    output: Outcome,
    // The job ends at its own limit; this deadline only frees a stuck worker.
    deadlineMs: jobLimitMs + 2 * maxUnreachableMs,
    maxTakeovers: maxProgramTakeovers,
    run: (context) => runJob(work, context),
    undo: (context) => endPrograms(work, context),
  })
  return workflow(runCron, [job], { onFinish: notifyFailure })
}

async function runJob(work: EnvironmentWork, context: Context): Promise<z.output<typeof Outcome>> {
  const { organizationId, environmentId } = placeOf(context)
  const ended = await runInLiveRelease(work, context, {
    ...{ organizationId, environmentId },
    isWanted: ({ serviceId }) => serviceId === context.input.serviceId,
    command: null,
    step: 'run-job',
    limitMs: jobLimitMs,
  })
  // Nothing is live, or the environment is stopped.
  if (ended === null) return { wasRun: false }
  const failure = programFailure(ended.outcome, `The job ${ended.service}`, { failedCode: 'job_failed' })
  if (failure !== null) throw failure
  return { wasRun: true }
}

async function notifyFailure(tx: Tx, run: Run<Input>, end: FinishedRun): Promise<void> {
  if (end.status !== 'failed') return
  const { organizationId, environmentId } = placeOf({ run })
  const serviceId = run.input.serviceId
  await notifyFailedJob(tx, organizationId, { runId: run.id, environmentId, serviceId, error: end.error })
}
