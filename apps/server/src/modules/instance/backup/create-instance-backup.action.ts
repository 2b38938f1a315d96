/**
 * Streams a snapshot of the database, compressed and encrypted, into a store; then reads it back completely. It is
 * never a file on this machine. An archive that can't be read back is removed, because it would look like a backup.
 */
import { Digest, pack, unpack } from '@longshore/archive'
import { readSnapshot, type SnapshotContent } from '../../../platform/database/snapshot/read-snapshot.ts'
import { writeSnapshot } from '../../../platform/database/snapshot/write-snapshot.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { backupFolder } from './backup-key.policy.ts'
import { excludedTables, includedRows } from './excluded-tables.policy.ts'
import { maximumBytes } from './instance-backup.limits.ts'
import type { BackupContent } from './instance-backup.schemas.ts'

export interface BackupWork {
  databaseUrl: string
  store: ObjectStore
  key: string
  /** Stored in the archive's first line. */
  instanceId: string
  version: string
  /** Recipients that can open it: the current identity, and those that the operator names. */
  recipients: readonly [string, ...string[]]
  identity: Secret
  signal: AbortSignal
  /** Tests lower this limit. */
  maximumBytes?: number
}

export interface CreatedBackup {
  sizeBytes: number
  sha256: string
  content: BackupContent
}

export async function createBackup(work: BackupWork): Promise<CreatedBackup> {
  const { databaseUrl: url, store, key, instanceId, version, recipients, signal } = work
  // Left behind by an earlier attempt.
  await store.removeUnfinished(backupFolder, { signal })
  const about = { instance: instanceId, version }
  const snapshot = writeSnapshot({ url, about, without: excludedTables, only: includedRows })
  const packed = await pack(upTo(work.maximumBytes ?? maximumBytes, snapshot), recipients)
  const { sizeBytes } = await store.put(key, packed.content, { signal })
  const { packedSha256: sha256, plainBytes } = packed.digest()
  try {
    const { header, tables } = await checkArchive(store.read(key, { signal }), { identity: work.identity, sha256 })
    const rows = Object.values(tables).reduce((sum, each) => sum + each.rows, 0)
    const content = { madeAt: header.madeAt, tables: Object.keys(tables).length, rows, plainBytes }
    return { sizeBytes, sha256, content }
  } catch (error) {
    await store.remove(key, { signal })
    throw error
  }
}

/** Ends a backup that couldn't be restored, before the rest of it is written. */
async function* upTo(maximum: number, snapshot: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of snapshot) {
    bytes += part.length
    if (bytes > maximum)
      throw new PermanentError('backup_too_large', `The database exceeds the backup limit of ${maximum} bytes.`)
    yield part
  }
}

/** Verifies that every byte is as written, opens with the key, and is a complete snapshot. */
export async function checkArchive(
  archive: AsyncIterable<Uint8Array>,
  { identity, sha256 }: { identity: Secret; sha256: string | null },
): Promise<SnapshotContent> {
  const packed = new Digest()
  const plain = unpack(packed.through(archive), { identity: identity.reveal(), maximumBytes })
  const content = await readSnapshot(plain, {
    async table(_, rows) {
      for await (const _ of rows);
    },
  })
  if (sha256 !== null && packed.sha256() !== sha256)
    throw new Error('the stored archive is not the one that was written')
  return content
}
