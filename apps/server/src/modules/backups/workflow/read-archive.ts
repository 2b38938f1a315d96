/**
 * A stored archive, opened and checked on its way: size and hash as stored, key, size and hash of what is inside. What came out
 * before a fault showed is not to be used, so callers keep it apart until the end.
 */
import { createHash } from 'node:crypto'
import { ArchiveError, unpack } from '@longshore/archive'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { ObjectStoreError } from '../../../platform/objects/object-store-error.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { Manifest } from '../../databases/manifest.schemas.ts'
import { backupProblems } from '../backups.problems.ts'

export type ArchiveDigest = Pick<Manifest, 'plainBytes' | 'plainSha256' | 'packedBytes' | 'packedSha256'>

export interface StoredArchive {
  readonly store: ObjectStore
  readonly key: string
  readonly digest: ArchiveDigest
  readonly identity: Secret
}

export async function* readArchive(
  { store, key, digest, identity }: StoredArchive,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const packed = createDigest()
  const plain = createDigest()
  try {
    const archive = packed.through(store.read(key, { signal }))
    yield* plain.through(unpack(archive, { identity: identity.reveal(), maximumBytes: digest.plainBytes }))
  } catch (error) {
    signal.throwIfAborted()
    throw explain(error)
  }
  const found: ArchiveDigest = {
    packedBytes: packed.bytes(),
    packedSha256: packed.sha256(),
    plainBytes: plain.bytes(),
    plainSha256: plain.sha256(),
  }
  for (const name of ['packedBytes', 'packedSha256', 'plainBytes', 'plainSha256'] as const) {
    if (found[name] !== digest[name]) throw damaged(`Its ${name} is ${found[name]}, not ${digest[name]}.`)
  }
}

export function damaged(text: string, cause?: unknown): PermanentError {
  const { detail, hint } = backupProblems.backup_damaged
  return new PermanentError('backup_damaged', `${detail} ${text}`, { hint, cause })
}

function explain(error: unknown): unknown {
  if (error instanceof ArchiveError) return damaged(error.message, error)
  if (error instanceof ObjectStoreError && error.fault === 'not_found')
    return damaged('It is not there any more.', error)
  return error
}

function createDigest() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    bytes: () => bytes,
    sha256: () => hash.digest('hex'),
  }
}
