/** Backs up the current data. It is a backup like any other, held by this run: this step waits for its end. */
import { z } from 'zod'
import { PermanentError } from '../../../../../platform/durable/permanent-error.ts'
import type { StepContext } from '../../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../../platform/ids/brand.ts'
import { findBackup } from '../../../archives/backups.repository.ts'
import { startBackup } from '../../../archives/start-backup.action.ts'
import type { RestoreInput } from '../../restores.references.ts'
import { updateRestore } from '../../restores.repository.ts'
import { loadRestore, type RestoreTools, restoreStep, subjectOf } from '../restore.context.ts'

const Snapshot = z.object({ backupId: z.uuid().nullable() })
const pollEveryMs = 500

export function snapshot(tools: RestoreTools) {
  return restoreStep<RestoreInput, z.output<typeof Snapshot>>({
    name: 'snapshot',
    output: Snapshot,
    deadlineMs: 12 * 60 * 60_000,
    async run(context) {
      if (!context.input.hasSafetyBackup) return { backupId: null }
      const backupId = await ensureStarted(tools, context)
      await waitForEnd(tools, context, backupId)
      return { backupId }
    },
  })
}

/** Starts it together with the row that names it, so that a second attempt waits for the same one. */
async function ensureStarted(tools: RestoreTools, context: StepContext<RestoreInput>): Promise<Id<'bkp'>> {
  const { organizationId, environmentId, restoreId: id } = subjectOf(context)
  const row = await loadRestore(tools, { organizationId, environmentId, restoreId: id })
  if (row.safety_backup_id !== null) return row.safety_backup_id
  return await context.write(async (tx) => {
    const { backupId } = await startBackup(tx, organizationId, {
      environmentId,
      serviceId: row.service_id,
      ...(row.volume === null ? {} : { volume: row.volume }),
      kind: 'pre_restore',
      createdBy: row.created_by,
      heldBy: context.run.id,
    })
    await updateRestore(tx, organizationId, { id, safetyBackupId: backupId })
    return backupId
  })
}

async function waitForEnd(
  { database, clock }: RestoreTools,
  context: StepContext<RestoreInput>,
  backupId: Id<'bkp'>,
): Promise<void> {
  const { organizationId } = subjectOf(context)
  for (;;) {
    const backup = await database.tenant(organizationId, (tx) => findBackup(tx, organizationId, { id: backupId }))
    if (backup?.status === 'succeeded') return
    if (backup === undefined || backup.finished_at !== null)
      throw new PermanentError('safety_backup_failed', backup?.error?.detail ?? 'The backup was stopped.')
    await clock.wait(pollEveryMs, context.signal)
  }
}
