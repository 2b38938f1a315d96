/**
 * One backup. Guarantees, whatever crashes:
 *
 * - `succeeded` means that the stored archive was read back: outer and inner hashes, key, end marker, and content match
 *   the manifest, which was taken from the dump itself.
 * - An incomplete archive is never visible under its key: the upload completes only after the tool has succeeded. After
 *   a failure, a cancellation, or a crash, the store contains nothing of the backup, and the server no container of it.
 * - A worker that takes over restarts the current step under a new key.
 * - The dump never touches a file in transit; passwords are only in variables of the tool's container.
 * - It shares the environment with other backups and with deployments; restores, imports, and moves wait for it.
 */
import { type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { type BackupSubject, backUp, locksOfBackup } from '../backups.references.ts'
import { createBackupHooks } from './backup.hooks.ts'
import type { BackupDeps } from './backup-tools.context.ts'
import { dumpStep } from './steps/dump.step.ts'
import { prepareStep } from './steps/prepare.step.ts'
import { uploadStep } from './steps/upload.step.ts'
import { verifyStep } from './steps/verify.step.ts'

export function createBackUp(deps: BackupDeps): Workflow<BackupSubject> {
  const prepare = prepareStep(deps)
  const dump = dumpStep(deps, prepare)
  const upload = uploadStep(deps, { prepare, dump })
  return workflow(backUp, [prepare, dump, upload, verifyStep(deps, { dump, upload })], {
    ...createBackupHooks(deps),
    locks: locksOfBackup,
  })
}
