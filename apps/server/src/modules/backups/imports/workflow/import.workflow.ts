/**
 * Loads an SQL file into a database, as safely as a restore: until the switch the database serves its old data and
 * nothing of it is touched, the switch is one row, and the old volume stays until a user confirms or undoes, or it
 * expires.
 */
import { type Step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { environmentLock } from '../../archives/backups.references.ts'
import { restoreHooks } from '../../restores/workflow/restore.hooks.ts'
import { restartApps } from '../../restores/workflow/steps/restart-apps.step.ts'
import { snapshot } from '../../restores/workflow/steps/snapshot.step.ts'
import { switchData } from '../../restores/workflow/steps/switch.step.ts'
import { type ImportInput, importFile } from '../imports.references.ts'
import type { ImportTools } from './import.context.ts'
import { fillImport } from './steps/fill-import.step.ts'
import { validateImport } from './steps/validate-import.step.ts'
import { verifyImport } from './steps/verify-import.step.ts'

export function createImportFile(tools: ImportTools): Workflow<ImportInput> {
  const validated = validateImport(tools)
  const steps: Step<ImportInput, unknown>[] = [
    validated,
    snapshot(tools),
    fillImport(tools, { validated }),
    verifyImport(tools, { validated }),
    switchData(tools, { validated }),
    restartApps(tools),
  ]
  return workflow<ImportInput>(importFile, steps, {
    ...restoreHooks,
    locks: ({ environmentId }) => [environmentLock(environmentId, 'exclusive')],
  })
}
