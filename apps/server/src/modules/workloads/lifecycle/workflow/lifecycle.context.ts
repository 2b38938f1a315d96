/** Workflows of environments other than deployments. */
import type { AnyWorkflow } from '../../../../platform/durable/workflow.ts'
import type { EnvironmentWork } from '../../environment-work.context.ts'
import { createRunCron } from '../../jobs/workflow/run-cron.workflow.ts'
import { createRemoveEnvironment } from './remove.workflow.ts'
import { createRestartEnvironment, createStartEnvironment } from './start.workflow.ts'
import { createStopEnvironment } from './stop.workflow.ts'
import { createTidyEnvironment } from './tidy.workflow.ts'

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
