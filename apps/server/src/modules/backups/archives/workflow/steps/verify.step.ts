/**
 * Reads the stored archive back from the first byte to the last: hashes, key, end marker, and the content, scanned
 * again. Only then has the backup succeeded.
 */
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { unpack } from '@longshore/archive'
import { z } from 'zod'
import type { Step } from '../../../../../platform/durable/workflow.ts'
import type { ObjectStore } from '../../../../../platform/objects/object-store.ts'
import type { Secret } from '../../../../../platform/secrets/secret.ts'
import { compareContent } from '../../../engines/compare-content.policy.ts'
import { Manifest } from '../../../engines/manifest.schemas.ts'
import type { BackupSubject } from '../../backups.references.ts'
import { checkArchive, damaged, type StoredArchive } from '../../read-archive.remote.ts'
import { backupStep, clearFolder, folderOf, loadBackup, openItsStore, subjectOf } from '../backup.context.ts'
import type { BackupDeps } from '../backup-tools.context.ts'
import type { Dumped } from './dump.step.ts'
import type { Uploaded } from './upload.step.ts'

const Nothing = z.object({})
const maximumManifestBytes = 64 * 1024 ** 2

export function verifyStep(
  deps: BackupDeps,
  { dump, upload }: { dump: Step<BackupSubject, Dumped>; upload: Step<BackupSubject, Uploaded> },
) {
  return backupStep<z.output<typeof Nothing>>({
    name: 'verify',
    output: Nothing,
    deadlineMs: 12 * 3_600_000,
    async run(context) {
      const subject = subjectOf(context)
      const { signal } = context
      const { objectKey } = context.output(dump)
      const { manifestKey } = context.output(upload)
      const row = await loadBackup(deps, subject)
      const manifest = Manifest.parse(row.manifest)
      const store = await openItsStore(deps, subject)
      const { identity } = await deps.openKey(subject.organizationId)
      await verifyManifest({ store, key: manifestKey, identity, manifest }, signal)
      const archive = { store, key: objectKey, version: row.object_version, identity, digest: manifest }
      await verifyArchive(archive, manifest, signal)
      // A replaced worker can have written more objects in the meantime.
      const isLocked = row.locked_until !== null
      await clearFolder(store, folderOf(subject), { keep: [objectKey, manifestKey], isLocked, signal })
      return {}
    },
  })
}

export async function verifyArchive(archive: StoredArchive, manifest: Manifest, signal: AbortSignal): Promise<void> {
  const {
    engine,
    content: { rowHash },
  } = manifest
  const { facts, content } = await checkArchive(archive, { engine, rowHash, signal })
  if (!facts.hasEndMarker) throw damaged('Its dump has no end marker.')
  const [difference] = compareContent(manifest.content, content)
  if (difference !== undefined) throw damaged(difference)
}

async function verifyManifest(
  { store, key, identity, manifest }: { store: ObjectStore; key: string; identity: Secret; manifest: Manifest },
  signal: AbortSignal,
): Promise<void> {
  const options = { identity: identity.reveal(), maximumBytes: maximumManifestBytes }
  const text = await buffer(unpack(store.read(key, { signal }), options)).catch((error: unknown) => {
    signal.throwIfAborted()
    throw damaged("Its manifest can't be read back.", error)
  })
  if (!isDeepStrictEqual(Manifest.safeParse(JSON.parse(text.toString())).data, manifest))
    throw damaged('Its manifest differs.')
}
