/**
 * One job of a cron service: a container of the live release that runs to its end and is removed. One that was interrupted by
 * the death of a worker is ended and runs again from its beginning. A time that comes while the job before still waits is left out.
 */
import type { ContainerSpec } from '@longshore/remote/runtime'
import { z } from 'zod'
import type { Tx } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { FinishedRun, Run } from '../../../platform/durable/workflow.ts'
import { type StepContext, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { findEnvironmentState, publishEnvironmentUpdated } from '../../environments/index.ts'
import { runCron } from '../deployment-workflows.ts'
import { cronContainer } from './app-container.ts'
import { type EnvironmentWork, environmentStep, loadEnvironment, placeOf } from './environment/environment-work.ts'
import { openEnvironments } from './service-environment.ts'
import { createTail } from './tail.ts'

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

interface Job {
  serverId: Id<'srv'>
  name: string
  spec: ContainerSpec
  secrets: Awaited<ReturnType<typeof openEnvironments>>['secrets']
}

async function runJob(work: EnvironmentWork, context: Context): Promise<z.output<typeof Outcome>> {
  const job = await findJob(work, context)
  if (job === null) return { wasRun: false }
  await using log = work.log.open(context, 'run-job')
  log.mask(job.secrets)
  const last = createTail(tailBytes)
  const { exitCode, oomKilled } = await work.runtimes.use(
    placeOf(context).organizationId,
    job.serverId,
    (runtime) =>
      runtime.runOnce(job.spec, {
        signal: context.signal,
        deadlineMs: jobDeadlineMs,
        async onOutput(text, stream) {
          last.add(text)
          await log.write(text, stream)
        },
      }),
    context.signal,
  )
  if (exitCode === 0) return { wasRun: true }
  const why = oomKilled ? 'ran out of memory' : `ended with code ${exitCode}`
  const details = { exitCode, logTail: log.redact(last.text()) }
  throw new PermanentError('job_failed', `The job ${job.name} ${why}.`, { details })
}

/** Null: there is nothing to run any more, or the environment is stopped. */
async function findJob(work: EnvironmentWork, context: Context): Promise<Job | null> {
  const { organizationId, environmentId } = placeOf(context)
  const state = await loadEnvironment(work, { organizationId, environmentId })
  const { live } = await work.records.desired(organizationId, environmentId)
  const service = live?.services.find((each) => each.serviceId === context.input.serviceId)
  const isOff = state.stoppedAt !== null || state.deletionRequestedAt !== null
  if (live === null || isOff || service?.image == null || state.liveServerId === null) return null
  const release = await work.records.release(organizationId, live.releaseId)
  const environments = await openEnvironments(work.records, organizationId, release)
  const subject = { organizationId, environmentId, deploymentId: live.deploymentId }
  const options = { subject, service, image: service.image, environment: environments.of(service) }
  return {
    serverId: state.liveServerId,
    name: service.name,
    spec: cronContainer(options, brandId<'run'>(context.run.id)),
    secrets: environments.secrets,
  }
}

async function tellFailure(tx: Tx, run: Run<Input>, end: FinishedRun): Promise<void> {
  if (end.status !== 'failed') return
  const { organizationId, environmentId } = placeOf({ run })
  const state = await findEnvironmentState(tx, organizationId, environmentId)
  if (state === undefined) return
  const detail = { code: end.error?.code ?? 'job_failed', message: end.error?.message ?? '' }
  await publishEnvironmentUpdated(tx, organizationId, { ...state, action: 'job_failed', detail })
}
