/**
 * Restores a backup into a database, in place. Guarantees, whatever crashes:
 *
 * - until the switch the database serves its old data and nothing of it is touched: the copy is created in its own
 *   volume, in containers without a network;
 * - the switch happens only after the copy was read back and matches the manifest, table by table;
 * - it is one row, and the container follows it. Interrupted before, it is the old data; after, the new; a failure
 *   switches back;
 * - no app of the environment runs during the switch, so none carries old data over in its memory. One that doesn't become
 *   healthy afterward is reported, and changes nothing about the data;
 * - the old volume stays until a user confirms or undoes, or it expires.
 */
import { type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { environmentLock } from '../../archives/backups.references.ts'
import { type RestoreInput, restoreBackup } from '../restores.references.ts'
import type { RestoreTools } from './restore.context.ts'
import { restoreHooks } from './restore.hooks.ts'
import { fill } from './steps/fill.step.ts'
import { restartApps } from './steps/restart-apps.step.ts'
import { snapshot } from './steps/snapshot.step.ts'
import { switchData } from './steps/switch.step.ts'
import { validate } from './steps/validate.step.ts'
import { verify } from './steps/verify.step.ts'

export function createRestoreBackup(tools: RestoreTools): Workflow<RestoreInput> {
  const validated = validate(tools)
  const steps = [
    validated,
    snapshot(tools),
    fill(tools, { validated }),
    verify(tools, { validated }),
    switchData(tools, { validated }),
    restartApps(tools),
  ]
  return workflow(restoreBackup, steps, {
    ...restoreHooks,
    locks: ({ environmentId }) => [environmentLock(environmentId, 'exclusive')],
  })
}
