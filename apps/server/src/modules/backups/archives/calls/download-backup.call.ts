/** Streams a backup, either as stored or decrypted. A reader whose stream breaks off doesn't have a complete backup. */
import { createHash } from 'node:crypto'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { handleStream, type LinkHandler } from '../../../../platform/link/call.ts'
import { RefusedError } from '../../../../platform/link/link-problems.ts'
import { SecretReleases } from '../../../audit/index.ts'
import type { Manifest } from '../../engines/manifest.schemas.ts'
import { backupProblems } from '../backups.problems.ts'
import { type OpenedBackup, openBackup } from '../open-backup.remote.ts'
import type { BackupTools } from '../workflow/backup-tools.context.ts'
import { downloadBackup } from './download-backup.definition.ts'

const endings: Readonly<Record<Manifest['engine'], string>> = {
  postgres: 'sql',
  mariadb: 'sql',
  redis: 'rdb',
  volume: 'tar',
}

export function createBackupCalls(
  tools: BackupTools,
  releases: SecretReleases = new SecretReleases(tools.database),
): LinkHandler[] {
  return [
    handleStream(downloadBackup, async ({ backupId, isPlain }, { organizationId, signal }) => {
      if (organizationId === null) throw new RefusedError('invalid_arguments')
      const opened = await openBackup(tools, organizationId, backupId)
      const { manifest } = opened
      const name = `${opened.row.service_name}-${encodeId('bkp', backupId)}.${endings[manifest.engine]}`
      if (isPlain) {
        await releases.record(organizationId, {
          targetKind: 'backup',
          targetId: backupId,
          actorId: null,
          recipient: null,
        })
        return { head: { fileName: name, sizeBytes: manifest.plainBytes }, body: opened.plain(signal) }
      }
      const head = { fileName: `${name}.zst.age`, sizeBytes: manifest.packedBytes }
      return { head, body: asStored(opened, signal) }
    }),
  ]
}

async function* asStored({ archive, manifest }: OpenedBackup, signal: AbortSignal): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of archive.store.read(archive.key, { version: archive.version, signal })) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== manifest.packedSha256) throw new AppError(backupProblems.backup_damaged)
}
