/** Workflows of environments other than deployments. */
import type { AnyWorkflow } from '../../../../platform/durable/workflow.ts'
import { createRunCron } from '../cron.workflow.ts'
import { createTidyEnvironment } from '../reconcile/tidy.workflow.ts'
import type { EnvironmentWork } from './environment-work.ts'
import { createRemoveEnvironment } from './remove.workflow.ts'
import { createRestartEnvironment, createStartEnvironment } from './start.workflow.ts'
import { createStopEnvironment } from './stop.workflow.ts'

export function createEnvironmentWorkflows(work: EnvironmentWork): AnyWorkflow[] {
  return [
    createStopEnvironment(work),
    createStartEnvironment(work),
    createRestartEnvironment(work),
    createRemoveEnvironment(work),
    createTidyEnvironment(work),
    createRunCron(work),
  ]
}
