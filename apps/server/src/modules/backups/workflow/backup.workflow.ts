/**
 * One backup. What holds, whatever dies:
 *
 * - `succeeded` means that the stored archive was read back: hashes as stored and inside, key, end mark and content agree with the
 *   manifest, which was taken from the dump itself.
 * - An archive that is not whole is never under its key: the put ends well only after the tool has ended well. After a failure, a
 *   cancel or a death nothing of the backup is in the store, and no container of it on the server.
 * - A worker that takes over begins the step at hand anew, under a key of its own.
 * - The dump is in no file on its way; passwords are in variables of the tool's container only.
 * - It shares the environment with other backups and with deployments; restores, imports and moves wait for it.
 */
import { type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { type BackupSubject, backUp, locksOfBackup } from '../backup-workflows.ts'
import { createBackupHooks } from './backup-hooks.ts'
import type { BackupDeps } from './backup-tools.ts'
import { dumpStep } from './steps/dump.ts'
import { prepareStep } from './steps/prepare.ts'
import { uploadStep } from './steps/upload.ts'
import { verifyStep } from './steps/verify.ts'

export function createBackUp(deps: BackupDeps): Workflow<BackupSubject> {
  const prepare = prepareStep(deps)
  const dump = dumpStep(deps, prepare)
  const upload = uploadStep(deps, { prepare, dump })
  return workflow(backUp, [prepare, dump, upload, verifyStep(deps, { dump, upload })], {
    ...createBackupHooks(deps),
    locks: locksOfBackup,
  })
}
