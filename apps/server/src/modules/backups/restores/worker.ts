import type { Database } from '../../../platform/database/database.ts'
import { upsertSchedule } from '../../../platform/durable/schedules.ts'
import type { AnyWorkflow } from '../../../platform/durable/workflow.ts'
import { createExpireRestores, expireRestores } from './workflow/expire-restores.workflow.ts'
import type { RestoreTools } from './workflow/restore.context.ts'
import { createRestoreBackup } from './workflow/restore.workflow.ts'
import { createSettleRestore, createUndoRestore } from './workflow/undo-restore.workflow.ts'

export { findShortage, testMemoryBytes } from './capacity.policy.ts'
export { type Copy, fillVolume, readVolume } from './copy-data.remote.ts'
export { type FilesCopy, fillFiles, readFiles } from './copy-files.remote.ts'
export {
  containerNameOf as restoreContainerNameOf,
  onServer,
  type RestoreTools,
  restoreStep,
  subjectOf as importSubjectOf,
} from './workflow/restore.context.ts'
export { restoreHooks } from './workflow/restore.hooks.ts'
export { snapshot } from './workflow/steps/snapshot.step.ts'
export { switchData } from './workflow/steps/switch.step.ts'
export { notEnoughSpace } from './workflow/steps/validate.step.ts'

export function createRestoreWorkflows(tools: RestoreTools): AnyWorkflow[] {
  return [createRestoreBackup(tools), createUndoRestore(tools), createSettleRestore(tools), createExpireRestores(tools)]
}

export async function scheduleRestoreExpiry(database: Database): Promise<void> {
  const every = { workflow: expireRestores, key: 'instance', input: {}, organizationId: null } as const
  await database.system((tx) =>
    upsertSchedule(tx, { ...every, cron: '*/10 * * * *', timezone: 'UTC', missed: 'run_once' }),
  )
}
