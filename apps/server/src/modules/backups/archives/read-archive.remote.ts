/**
 * Opens a stored archive and checks it while it streams: stored size and hash, key, zstd checksum, and the size of its
 * content. Output before an error must not be used, so callers keep it separate until the end.
 */
import { ArchiveError, Digest, unpack } from '@longshore/archive'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { freeBuffers } from '../../../platform/memory/free-buffers.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { ObjectStoreError } from '../../../platform/objects/object-store-error.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { DumpEngine, Manifest, RowHash } from '../engines/manifest.schemas.ts'
import { DataThread } from '../engines/thread/data-thread.remote.ts'
import type { PassedDump } from '../engines/thread/thread-messages.remote.ts'
import { backupProblems } from './backups.problems.ts'

export type ArchiveDigest = Pick<Manifest, 'plainBytes' | 'packedBytes' | 'packedSha256'>

export interface StoredArchive {
  readonly store: ObjectStore
  readonly key: string
  /** Version of a locked archive, which stays readable after a deletion or an overwrite. Null: the newest one. */
  readonly version: string | null
  readonly digest: ArchiveDigest
  readonly identity: Secret
}

export async function* readArchive(
  { store, key, version, digest, identity }: StoredArchive,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const packed = new Digest()
  let plainBytes = 0
  try {
    const archive = packed.through(store.read(key, { version, signal }))
    const plain = unpack(archive, { identity: identity.reveal(), maximumBytes: digest.plainBytes })
    for await (const chunk of freeBuffers(plain)) {
      plainBytes += chunk.length
      yield chunk
    }
  } catch (error) {
    signal.throwIfAborted()
    throw explain(error)
  }
  requireSame({ packedBytes: packed.bytes, packedSha256: packed.sha256(), plainBytes }, digest)
}

/** Does the same in a separate thread, for callers that only need to know what the archive contains. */
export async function checkArchive(
  { store, key, version, digest, identity }: StoredArchive,
  { engine, rowHash, signal }: { engine: DumpEngine; rowHash: RowHash; signal: AbortSignal },
): Promise<PassedDump> {
  const opens = { identity: identity.reveal(), maximumBytes: digest.plainBytes }
  await using thread = new DataThread({ engine, rowHash, opens })
  try {
    const dump = await thread.check(store.read(key, { version, signal }))
    requireSame(dump.digest, digest)
    return dump
  } catch (error) {
    signal.throwIfAborted()
    throw explain(error)
  }
}

function requireSame(found: ArchiveDigest, wanted: ArchiveDigest): void {
  for (const name of ['packedBytes', 'packedSha256', 'plainBytes'] as const) {
    if (found[name] !== wanted[name]) throw damaged(`Its ${name} is ${found[name]}, not ${wanted[name]}.`)
  }
}

export function damaged(text: string, cause?: unknown): PermanentError {
  const { detail, hint } = backupProblems.backup_damaged
  return new PermanentError('backup_damaged', `${detail} ${text}`, { hint, cause })
}

function explain(error: unknown): unknown {
  if (error instanceof ArchiveError) return damaged(error.message, error)
  if (error instanceof ObjectStoreError && error.fault === 'not_found') return damaged('It no longer exists.', error)
  return error
}
