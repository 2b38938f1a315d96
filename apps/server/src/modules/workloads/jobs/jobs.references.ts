/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'

/** Runs one job of a cron service. Jobs of one service never overlap, and deployments don't wait for them. */
export const runCron = declareWorkflow({
  kind: 'run-cron',
  object: 'cron',
  input: z.object({ environmentId: storedId('env'), serviceId: storedId('svc') }),
})
