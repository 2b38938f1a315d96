/**
 * Restores an archive into an empty database. The restored control plane outranks every worker of the previous one,
 * ends the runs of that time without touching a server, and waits for a confirmation before it changes one
 * automatically.
 */
import { ArchiveError, unpack } from '@longshore/archive'
import { loadSnapshot } from '../../../platform/database/snapshot/load-snapshot.ts'
import type { SnapshotContent } from '../../../platform/database/snapshot/read-snapshot.ts'
import { abandonRuns } from '../../../platform/durable/abandon-runs.ts'
import { beginEpoch, recordRestore } from '../../../platform/durable/epoch.ts'
import { skipMissed } from '../../../platform/durable/schedules.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { maximumBytes } from './instance-backup.limits.ts'
import { failUnfinishedBackups } from './instance-backups.system-repository.ts'

export interface RestoreWork {
  databaseUrl: string
  /** Opened again for each identity that is tried. */
  open(): AsyncIterable<Uint8Array>
  identities: readonly Secret[]
  now: Date
}

export interface Restored extends SnapshotContent {
  epoch: number
}

export async function restoreBackup(work: RestoreWork): Promise<Restored> {
  const identity = await findIdentity(work)
  let epoch = 0
  const content = await loadSnapshot({
    url: work.databaseUrl,
    source: unpack(work.open(), { identity: identity.reveal(), maximumBytes }),
    validate(header) {
      if (header.about.instance === undefined) throw new Error('this is not a backup of a control plane')
    },
    async afterRows(tx, header) {
      epoch = await beginEpoch(tx)
      await recordRestore(tx, { epoch, madeAt: new Date(header.madeAt) })
      await failUnfinishedBackups(tx)
      await abandonRuns(tx)
      await skipMissed(tx, work.now)
    },
  })
  return { ...content, epoch }
}

/** The archive may have been encrypted for a key that is about to be retired. */
async function findIdentity({ identities, open }: RestoreWork): Promise<Secret> {
  for (const identity of identities) {
    const plain = unpack(open(), { identity: identity.reveal(), maximumBytes })
    try {
      await plain.next()
      return identity
    } catch (error) {
      if (!(error instanceof ArchiveError) || error.fault !== 'wrong_key') throw error
    } finally {
      await plain.return(undefined)
    }
  }
  throw new ArchiveError('wrong_key')
}
