/**
 * Temporary storage of uploaded files until their import: on this machine's disk, encrypted to the organization's key,
 * complete or not at all. A run can read them repeatedly; its end removes them, and unused ones are removed after a
 * day.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveError, Digest, pack, unpack } from '@longshore/archive'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { createFolderStore } from '../../../platform/objects/folder-store.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { ObjectStoreError } from '../../../platform/objects/object-store-error.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import { ensureBackupKey, openBackupKey } from '../schedules/backup-key.crypto.ts'
import { importFailure } from './import-failures.problems.ts'

export interface UploadTools {
  readonly database: Database
  readonly unsealer: Unsealer
  readonly directory: string
}

export interface Uploads {
  store(
    organizationId: OrganizationId,
    upload: { id: Id<'imp'>; content: AsyncIterable<Uint8Array> },
    signal: AbortSignal,
  ): Promise<{ bytes: number; sha256: string }>
  /** Throws at the end if the content isn't what was stored. */
  read(organizationId: OrganizationId, id: Id<'imp'>, signal: AbortSignal): AsyncIterable<Buffer>
  discard(organizationId: OrganizationId, id: Id<'imp'>, signal: AbortSignal): Promise<void>
  /** Deletes all uploads of a deleted organization. */
  discardAll(organizationId: OrganizationId): Promise<void>
  /** Deletes an organization's uploads that are older than any import can take. */
  discardOld(organizationId: OrganizationId, signal: AbortSignal): Promise<void>
}

const folder = 'uploads'
const keptMs = 2 * 24 * 60 * 60_000
/** Maximum size of one upload; larger ones were refused on arrival. */
const maxBytes = 2 ** 50

export function createUploads(tools: UploadTools): Uploads {
  const { directory } = tools
  const storeOf = (organizationId: OrganizationId): ObjectStore =>
    createFolderStore(join(directory, encodeId('org', organizationId)))
  return {
    async store(organizationId, { id, content }, signal) {
      const { recipient } = await ensureBackupKey(tools, organizationId)
      const plain = new Digest()
      const packed = await pack(plain.through(content), [recipient])
      await storeOf(organizationId).put(keyOf(id), packed.content, { signal })
      return { bytes: plain.bytes, sha256: plain.sha256() }
    },
    async *read(organizationId, id, signal) {
      const { identity } = await openBackupKey(tools, organizationId)
      try {
        const packed = storeOf(organizationId).read(keyOf(id), { signal })
        yield* unpack(packed, { identity: identity.reveal(), maximumBytes: maxBytes })
      } catch (error) {
        throw explain(error)
      }
    },
    discard: (organizationId, id, signal) => storeOf(organizationId).remove(keyOf(id), { signal }),
    discardAll: (organizationId) =>
      rm(join(directory, encodeId('org', organizationId)), { recursive: true, force: true }),
    async discardOld(organizationId, signal) {
      const store = storeOf(organizationId)
      for await (const { key, modifiedAt } of store.list(folder, { signal }))
        if (modifiedAt.getTime() < Date.now() - keptMs) await store.remove(key, { signal })
    },
  }
}

function keyOf(id: Id<'imp'>): string {
  return `${folder}/${encodeId('imp', id)}`
}

function explain(error: unknown): unknown {
  const found = error instanceof ArchiveError && error.fault === 'damaged' ? error.cause : error
  if (found instanceof ObjectStoreError && found.fault === 'not_found')
    return importFailure('import_upload_gone', '', error)
  if (error instanceof ArchiveError) return importFailure('import_upload_gone', error.message, error)
  return error
}
