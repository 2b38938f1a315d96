/**
 * Stores the manifest next to the archive, encrypted in the same way, so a bucket and the recovery kit are enough to
 * know what it contains.
 */
import { pack } from '@longshore/archive'
import { z } from 'zod'
import type { Step } from '../../../../../platform/durable/workflow.ts'
import type { BackupSubject } from '../../backups.references.ts'
import { backupStep, loadBackup, manifestKeyOf, openItsStore, subjectOf } from '../backup.context.ts'
import type { BackupDeps } from '../backup-tools.context.ts'
import type { Dumped } from './dump.step.ts'
import type { Prepared } from './prepare.step.ts'

const Uploaded = z.object({ manifestKey: z.string() })
export type Uploaded = z.output<typeof Uploaded>

export function uploadStep(
  deps: BackupDeps,
  { prepare, dump }: { prepare: Step<BackupSubject, Prepared>; dump: Step<BackupSubject, Dumped> },
) {
  return backupStep<Uploaded>({
    name: 'upload',
    output: Uploaded,
    deadlineMs: 300_000,
    retriesDeadline: true,
    async run(context) {
      const subject = subjectOf(context)
      const { recipient } = context.output(prepare)
      const { manifest, lock_mode: mode, locked_until: until } = await loadBackup(deps, subject)
      const key = await deps.openKey(subject.organizationId)
      const store = await openItsStore(deps, subject)
      const manifestKey = manifestKeyOf(context.output(dump).objectKey)
      const recipients = [key.recipient, ...(recipient === null ? [] : [recipient])]
      const { content } = await pack(asText(manifest), recipients)
      // The manifest is locked for as long as its archive.
      const lock = mode === null || until === null || until <= new Date() ? undefined : { mode, until }
      await store.put(manifestKey, content, { lock, signal: context.signal })
      return { manifestKey }
    },
  })
}

async function* asText(value: unknown): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify(value))
}
