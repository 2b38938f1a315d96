/**
 * Writes the dump to the store. Each attempt has its own key, so a replaced worker that is still running overwrites
 * nothing. Each attempt first removes leftovers of earlier ones; the undo removes everything. What a lock protects
 * stays, and its key is stored before the upload begins, so that retention finds and removes it later.
 */
import { z } from 'zod'
import type { Tx } from '../../../../../platform/database/database.ts'
import type { Step, StepContext } from '../../../../../platform/durable/workflow.ts'
import { appendRunEvents } from '../../../../../platform/events/publish.ts'
import type { Manifest } from '../../../engines/manifest.schemas.ts'
import { lockFrom } from '../../archive-lock.policy.ts'
import type { BackupSubject } from '../../backups.references.ts'
import { type BackupUpdate, updateBackup } from '../../backups.repository.ts'
import { liveServerOf } from '../../find-source.remote.ts'
import { dumpDeadlineMs, type MadeDump, runDump } from '../../run-dump.remote.ts'
import {
  backupStep,
  clearFolder,
  containerNameOf,
  folderOf,
  loadBackup,
  openItsStore,
  problem,
  type Subject,
  subjectOf,
} from '../backup.context.ts'
import type { BackupDeps } from '../backup-tools.context.ts'
import type { Prepared } from './prepare.step.ts'

const Dumped = z.object({ objectKey: z.string() })
export type Dumped = z.output<typeof Dumped>

const undoDeadlineMs = 120_000
const progressEveryMs = 2_000

export function dumpStep(deps: BackupDeps, prepare: Step<BackupSubject, Prepared>) {
  return backupStep<Dumped>({
    name: 'dump',
    output: Dumped,
    // The limit of the tool comes first and names what took too long.
    deadlineMs: dumpDeadlineMs + 10 * 60_000,
    async run(context) {
      const subject = subjectOf(context)
      const { organizationId, id } = subject
      const { signal, attempt } = context
      const { recipient, ...source } = context.output(prepare)
      const row = await loadBackup(deps, subject)
      const store = await openItsStore(deps, subject)
      const folder = folderOf(subject)
      await clearFolder(store, folder, { isLocked: row.locked_until !== null, signal })
      const lock = lockFrom(store.versions?.rule, new Date())
      const objectKey = `${folder}/${context.fence}-${attempt}.zst.age`
      if (lock !== undefined) await context.write((tx) => noteLock(tx, subject, { objectKey, lock }))
      using progress = publishProgress(context)
      const onProgress = progress.note
      const order = { subject, row, source, recipient, store, objectKey, lock, attempt, signal, onProgress }
      const made = await runDump(deps, order)
      const manifest = toManifest(made, { engine: row.engine, reference: source.reference })
      const { version } = made
      context.record(async (tx) => {
        await updateBackup(tx, organizationId, {
          ...{ id, objectKey, manifest },
          sizeBytes: manifest.packedBytes,
          sha256: manifest.packedSha256,
          engineVersion: manifest.engineVersion,
          ...(lock === undefined || version === undefined ? {} : { objectVersion: version }),
        })
      })
      return { objectKey }
    },
    async undo(context) {
      const subject = subjectOf(context)
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(undoDeadlineMs)])
      const { destination_id: destinationId, ...row } = await loadBackup(deps, subject)
      if (destinationId !== null) {
        const store = await deps.openStore(subject.organizationId, destinationId)
        const isLocked = row.locked_until !== null
        const until = await clearFolder(store, folderOf(subject), { isLocked, signal })
        const lock = until === null ? null : { mode: row.lock_mode, until }
        if (isLocked) context.record((tx) => noteLock(tx, subject, { lock }))
      }
      await removeContainer(deps, subject, signal)
    },
  })
}

async function noteLock(
  tx: Tx,
  { organizationId, id }: Subject,
  change: Pick<BackupUpdate, 'objectKey' | 'lock'>,
): Promise<void> {
  await updateBackup(tx, organizationId, { id, ...change })
}

function toManifest(
  { dump: { digest, facts, content }, databaseName }: MadeDump,
  { engine, reference }: Pick<Manifest, 'engine'> & Pick<Prepared, 'reference'>,
): Manifest {
  const { engineVersion, toolVersion, hasEndMarker } = facts
  if (toolVersion !== null && majorOf(toolVersion) < majorOf(engineVersion ?? ''))
    throw problem('backup_version_mismatch', `The dump tool has version ${toolVersion}, the database ${engineVersion}.`)
  return {
    form: 1,
    engine,
    engineVersion: engineVersion ?? 'unknown',
    engineImage: reference,
    databaseName,
    content,
    hasEndMarker,
    ...digest,
  }
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10) || 0
}

async function removeContainer(deps: BackupDeps, subject: Subject, signal: AbortSignal): Promise<void> {
  const { organizationId, environmentId } = subject
  const serverId = await liveServerOf(deps, organizationId, environmentId)
  if (serverId === null) return
  const name = containerNameOf(subject)
  await deps.runtimes.use(organizationId, serverId, (runtime) => runtime.removeContainer(name, { signal }), signal)
}

/**
 * Publishes progress on the stream of the run every few seconds. The next update makes up for one that can't be
 * written.
 */
function publishProgress(context: StepContext<BackupSubject>): Disposable & { note(plainBytes: number): void } {
  const { organizationId, id } = subjectOf(context)
  let [bytes, told] = [0, 0]
  const timer = setInterval(() => {
    if (bytes === told) return
    told = bytes
    const events = [{ kind: 'progress', data: { uncompressedBytes: bytes, at: new Date().toISOString() } }]
    void context.write((tx) => appendRunEvents(tx, { runId: id, organizationId, events })).catch(() => undefined)
  }, progressEveryMs)
  return {
    note: (plainBytes) => {
      bytes = plainBytes
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
