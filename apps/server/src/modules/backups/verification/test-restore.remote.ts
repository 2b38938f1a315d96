/**
 * A restore test: restores the archive into a temporary volume, with the backup's engine, in containers without a
 * network and with limits; then the copy is dumped by the same tool, read by the same scanner, and compared. The
 * archive of an app's volume is unpacked and read back by the server's Docker Engine. Nothing of it stays.
 *
 * Decision: docs/decisions/0018-prove-backups-by-restoring-them.md
 */
import { randomBytes } from 'node:crypto'
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { labelsOf, restoreContainerName, volumeName } from '../../workloads/worker.ts'
import { type OpenedBackup, openBackup } from '../archives/open-backup.remote.ts'
import { compareContent } from '../engines/compare-content.policy.ts'
import type { DatabaseSite } from '../engines/dump-containers.remote.ts'
import type { DumpContent } from '../engines/manifest.schemas.ts'
import { findShortage, testMemoryBytes } from '../restores/capacity.policy.ts'
import { notEnoughSpace } from '../restores/capacity.problems.ts'
import { type Copy, fillVolume, readVolume } from '../restores/copy-data.remote.ts'
import { type FilesCopy, fillFiles, readFiles } from '../restores/copy-files.remote.ts'
import type { VerificationTools } from './workflow/verification.context.ts'

export interface RestoreTest {
  readonly organizationId: Id<'org'>
  readonly environmentId: Id<'env'>
  readonly serverId: Id<'srv'>
  readonly backupId: Id<'bkp'>
  readonly service: { readonly id: Id<'svc'>; readonly name: string }
  readonly runId: Id<'run'>
  readonly signal: AbortSignal
}

export interface RestoreTestResult {
  /** Empty if it passed. */
  readonly differences: readonly string[]
  readonly content: DumpContent | null
}

const clearMs = 60_000

/** Failures of the backup are its result; failures of the server are thrown. */
const aboutTheServer: ReadonlySet<string> = new Set([
  'not_enough_disk', 'not_enough_memory', 'image_not_found', 'registry_refused', 'registry_unreachable', 'disk_full',
  'destination_gone', 'control_plane_not_offered',
]) // biome-ignore format: a list

export async function testRestore(tools: VerificationTools, trial: RestoreTest): Promise<RestoreTestResult> {
  const { organizationId, serverId, signal } = trial
  return await tools.runtimes.use(
    organizationId,
    serverId,
    async (runtime) => {
      try {
        const backup = await openBackup(tools.backups, organizationId, trial.backupId)
        return await restoreAndCompare(tools, trial, { runtime, backup })
      } catch (error) {
        signal.throwIfAborted()
        const isPermanent = error instanceof PermanentError || error instanceof AppError
        const code = error instanceof AppError ? error.problem.code : error instanceof PermanentError ? error.code : ''
        if (!isPermanent || aboutTheServer.has(code)) throw error
        return { differences: [error.message.slice(0, 1_000)], content: null }
      } finally {
        await clear(runtime, trial)
      }
    },
    signal,
  )
}

async function restoreAndCompare(
  tools: VerificationTools,
  trial: RestoreTest,
  { runtime, backup }: { runtime: Runtime & DataRuntime; backup: OpenedBackup },
): Promise<RestoreTestResult> {
  const { signal } = trial
  const { manifest } = backup
  const capacity = await runtime.facts({ signal })
  const shortage = findShortage(manifest, capacity, { keepDiskBytes: tools.diskReserveBytes })
  if (shortage !== null) throw notEnoughSpace(shortage)
  await clear(runtime, trial)
  const volume = volumeOf(trial)
  const { organizationId, environmentId, service } = trial
  await runtime.ensureVolume({ name: volume, labels: labelsOf({ organizationId, environmentId, service }) }, { signal })
  const { rowHash } = manifest.content
  const copy = { runtime, name: restoreContainerName(service.id, trial.runId), volume, rowHash, signal }
  const content = await (manifest.engine === 'volume'
    ? testFiles(trial, { copy, backup })
    : testDatabase(tools, trial, { copy: { ...copy, memoryBytes: testMemoryBytes(manifest, capacity) }, backup }))
  return { differences: compareContent(manifest.content, content), content }
}

type Trying<Copying> = { copy: Omit<Copying, 'site'>; backup: OpenedBackup }

async function testDatabase(
  tools: VerificationTools,
  trial: RestoreTest,
  { copy, backup }: Trying<Copy>,
): Promise<DumpContent> {
  const whole = { ...copy, site: await siteOfTest(tools, trial, { runtime: copy.runtime, backup }) }
  await fillVolume(whole, backup.plain(trial.signal), async () => undefined)
  return await readVolume(whole)
}

/** Uses only the Docker Engine; none of the files is executed. */
async function testFiles(trial: RestoreTest, { copy, backup }: Trying<FilesCopy>): Promise<DumpContent> {
  const image = await copy.runtime.ensureOwnImage({ signal: trial.signal })
  const { organizationId, environmentId, service } = trial
  const whole = { ...copy, site: { organizationId, environmentId, service, image } }
  await fillFiles(whole, backup.plain(trial.signal), async () => undefined)
  return await readFiles(whole)
}

/** Uses a random password, because no one accesses the copy. */
async function siteOfTest(
  { databases }: VerificationTools,
  { organizationId, environmentId, service, signal }: RestoreTest,
  { runtime, backup }: { runtime: Runtime; backup: OpenedBackup },
): Promise<DatabaseSite> {
  const { manifest } = backup
  if (manifest.engine === 'volume') throw new Error('files have no engine')
  const kind = manifest.engine
  const engine = await databases.obtainImage(runtime, { organizationId, reference: manifest.engineImage }, signal)
  const access = {
    host: '127.0.0.1',
    // All our databases have this owner.
    username: kind === 'redis' ? 'default' : 'app',
    databaseName: manifest.databaseName ?? 'app',
    password: randomBytes(24).toString('hex'),
  }
  return { organizationId, environmentId, service, kind, access, ...engine }
}

/** Also runs after an abort: a restore test leaves nothing behind. */
async function clear(runtime: Runtime, trial: RestoreTest): Promise<void> {
  const call = { signal: trial.signal.aborted ? AbortSignal.timeout(clearMs) : trial.signal }
  await runtime.removeContainer(restoreContainerName(trial.service.id, trial.runId), call)
  await runtime.removeVolume(volumeOf(trial), call)
}

function volumeOf({ service, runId }: RestoreTest): string {
  return volumeName(service.id, `proof-${runId.replaceAll('-', '').slice(-16)}`)
}
