/**
 * Fills the volumes of an environment on its new server from backups. What arrives is read back and compared with what
 * the backup claims. Each volume is recorded, so that a worker that takes over continues with the next.
 */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { DatabaseAccess } from '../../environments/index.ts'
import { type LiveDatabases, type MovedData, versionOf } from '../../workloads/worker.ts'
import { type OpenedBackup, openBackup } from '../archives/open-backup.remote.ts'
import type { BackupTools } from '../archives/workflow/backup-tools.context.ts'
import { compareContent } from '../engines/compare-content.policy.ts'
import type { DumpContent } from '../engines/manifest.schemas.ts'
import { canTake, findShortage } from '../restores/capacity.policy.ts'
import { notEnoughSpace } from '../restores/capacity.problems.ts'
import { fillVolume, readVolume } from '../restores/copy-data.remote.ts'
import { fillFiles, readFiles } from '../restores/copy-files.remote.ts'

export interface RecoveryTools {
  readonly database: Database
  readonly databases: Pick<LiveDatabases, 'obtainImage'>
  readonly backups: BackupTools
  /** Stays free on servers. */
  readonly diskReserveBytes: number
}

export interface RecoveryCopy {
  readonly runtime: Runtime & DataRuntime
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly data: MovedData
  readonly backupId: Id<'bkp'>
  /** New and empty. */
  readonly volume: string
  /** Name of the container that fills it. */
  readonly name: string
  /** Login that the database will have. */
  readonly access: () => Promise<DatabaseAccess>
  readonly signal: AbortSignal
}

export async function fillFromBackup(tools: RecoveryTools, copy: RecoveryCopy): Promise<void> {
  const { runtime, organizationId, backupId, data, signal } = copy
  const backup = await openBackup(tools.backups, organizationId, backupId)
  const shortage = findShortage(backup.manifest, await runtime.facts({ signal }), {
    keepDiskBytes: tools.diskReserveBytes,
  })
  if (shortage !== null) throw notEnoughSpace(shortage)
  const content = await (data.kind === 'volume'
    ? unpackFiles(copy, backup)
    : loadDump(tools, { ...copy, data, backup }))
  const differences = compareContent(backup.manifest.content, content)
  if (differences.length === 0) return
  throw new PermanentError('restore_mismatch', `${data.service}: ${differences.slice(0, 5).join(' ')}`)
}

async function unpackFiles(copy: RecoveryCopy, backup: OpenedBackup): Promise<DumpContent> {
  const { runtime, name, volume, signal, data, organizationId, environmentId } = copy
  const image = await runtime.ensureOwnImage({ signal })
  const site = { organizationId, environmentId, service: { id: data.serviceId, name: data.service }, image }
  const files = { runtime, site, name, volume, rowHash: backup.manifest.content.rowHash, signal }
  await fillFiles(files, backup.plain(signal), async () => undefined)
  return await readFiles(files)
}

type Dump = RecoveryCopy & { data: MovedData & { kind: 'database' }; backup: OpenedBackup }

async function loadDump({ databases }: RecoveryTools, dump: Dump): Promise<DumpContent> {
  const { runtime, name, volume, signal, data, backup, organizationId, environmentId } = dump
  const { manifest } = backup
  const { engine: kind } = manifest
  if (kind === 'volume') throw new PermanentError('restore_mismatch', `The backup of ${data.service} has files.`)
  const engine = await databases.obtainImage(runtime, { organizationId, reference: data.reference }, signal)
  const running = versionOf(data.reference)
  if (!canTake(kind, running, manifest.engineVersion)) {
    const text = `The backup is of version ${manifest.engineVersion}, and ${data.service} runs ${running}.`
    throw new PermanentError('backup_version_mismatch', text)
  }
  const service = { id: data.serviceId, name: data.service }
  const site = { organizationId, environmentId, service, kind, access: await dump.access(), ...engine }
  const copy = { runtime, site, name, volume, rowHash: manifest.content.rowHash, signal }
  await fillVolume(copy, backup.plain(signal), async () => undefined)
  return await readVolume(copy)
}
