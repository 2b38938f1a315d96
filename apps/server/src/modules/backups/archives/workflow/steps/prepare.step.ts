/** Finds what to dump and where to store it, and records both. */
import { z } from 'zod'
import { updateBackup } from '../../backups.repository.ts'
import { findSource } from '../../find-source.remote.ts'
import { backupStep, loadBackup, problem, subjectOf } from '../backup.context.ts'
import type { BackupDeps } from '../backup-tools.context.ts'

const Prepared = z.object({
  serverId: z.string(),
  image: z.string(),
  reference: z.string(),
  /** Recipient in addition to the organization's key. */
  recipient: z.string().nullable(),
})
export type Prepared = z.output<typeof Prepared>

export function prepareStep(deps: BackupDeps) {
  return backupStep<Prepared>({
    name: 'prepare',
    output: Prepared,
    deadlineMs: 120_000,
    retriesDeadline: true,
    async run(context) {
      const subject = subjectOf(context)
      const { organizationId, environmentId, id } = subject
      const { volume } = await loadBackup(deps, subject)
      const schedule = await deps.scheduleOf(organizationId, environmentId)
      if (schedule === null) throw problem('backup_destination_missing')
      await deps.openStore(organizationId, schedule.destinationId)
      await deps.openKey(organizationId)
      const source = await findSource(deps, subject, { volume, signal: context.signal })
      const { destinationId, recipient } = schedule
      context.record(async (tx) => {
        await updateBackup(tx, organizationId, { id, destinationId, engineImage: source.reference })
      })
      return { ...source, recipient }
    },
  })
}
