/** Streams the dump of a database by its own tool, or the archive of a volume by the Docker Engine, to the store. */
import type { DataRuntime, PipedEnd, Runtime } from '@longshore/remote/runtime'
import { brandId } from '../../../platform/ids/brand.ts'
import type { ObjectLock, ObjectStore } from '../../../platform/objects/object-store.ts'
import { createRedactor, type Redactor } from '../../../platform/secrets/redactor.ts'
import { findDataVolume } from '../../workloads/index.ts'
import { databaseContainerName, volumeName } from '../../workloads/worker.ts'
import { dumpContainer, siteOf, volumeContainer } from '../engines/dump-containers.remote.ts'
import { abortOnRestart } from './abort-on-restart.remote.ts'
import type { BackupRow } from './backups.repository.ts'
import { type RunTool, type StoredDump, storeDump } from './store-dump.remote.ts'
import { containerNameOf, problem, type Subject } from './workflow/backup.context.ts'
import type { BackupDeps } from './workflow/backup-tools.context.ts'

export const dumpDeadlineMs = 12 * 3_600_000

export interface DumpRequest {
  readonly subject: Subject
  readonly row: BackupRow
  readonly source: { readonly serverId: string; readonly image: string; readonly reference: string }
  /** Recipient in addition to the organization's key. */
  readonly recipient: string | null
  readonly store: ObjectStore
  readonly objectKey: string
  readonly lock: ObjectLock | undefined
  readonly attempt: number
  readonly signal: AbortSignal
  onProgress(plainBytes: number): void
}

export interface MadeDump extends StoredDump {
  readonly databaseName: string | null
}

export async function runDump(deps: BackupDeps, order: DumpRequest): Promise<MadeDump> {
  const { subject, row, source, recipient, store, objectKey, lock, signal, onProgress } = order
  const key = await deps.openKey(subject.organizationId)
  const recipients = [key.recipient, ...(recipient === null ? [] : [recipient])]
  const target = { engine: row.engine, store, key: objectKey, lock, recipients, signal, onProgress }
  const { toolOf, redactor, databaseName } = await chooseTool(deps, order)
  const stored = await deps.runtimes.use(
    subject.organizationId,
    brandId<'srv'>(source.serverId),
    (runtime) => storeDump(toolOf(runtime), target, (end) => checkExit(end, { redactor, attempt: order.attempt })),
    signal,
  )
  return { ...stored, databaseName }
}

interface Tool {
  toolOf(runtime: Runtime & DataRuntime): RunTool
  readonly redactor: Redactor
  readonly databaseName: string | null
}

async function chooseTool(deps: BackupDeps, { subject, row, source, signal }: DumpRequest): Promise<Tool> {
  const { organizationId, environmentId, serviceId } = subject
  const name = containerNameOf(subject)
  if (row.volume !== null) {
    const service = { id: serviceId, name: row.service_name }
    const at = { organizationId, environmentId, service, image: source.image }
    const used = await deps.database.tenant(organizationId, (tx) =>
      findDataVolume(tx, organizationId, { serviceId, name: row.volume }),
    )
    const spec = volumeContainer(at, { name, volume: volumeName(serviceId, used) })
    const toolOf =
      (runtime: DataRuntime): RunTool =>
      async (reader) => {
        const result = await runtime.readVolumeTo(spec, { signal, reader })
        return { result, exitCode: 0, oomKilled: false, errors: '' }
      }
    return { toolOf, redactor: createRedactor([]), databaseName: null }
  }
  const database = await deps.databases.open({ organizationId, environmentId }, serviceId)
  const site = siteOf(database, source)
  const spec = dumpContainer(site, { name })
  return {
    toolOf: (runtime) => (reader) =>
      abortOnRestart(runtime, { name: databaseContainerName(serviceId), signal }, (watched) =>
        runtime.runPipedTo(spec, { signal: watched, deadlineMs: dumpDeadlineMs, reader }),
      ),
    redactor: createRedactor([database.password]),
    databaseName: site.kind === 'redis' ? null : database.access.databaseName,
  }
}

/** A database that restarted midway is dumped again. */
function checkExit(
  { exitCode, oomKilled, errors }: PipedEnd<unknown>,
  { redactor, attempt }: { redactor: Redactor; attempt: number },
): void {
  if (exitCode === 0) return
  const logTail = redactor.text(errors).slice(-4_000)
  const lastLine = logTail.trim().split('\n').at(-1)?.slice(0, 500) ?? ''
  const why = oomKilled ? 'It ran out of memory.' : lastLine
  const error = problem('backup_tool_failed', why, { exitCode, logTail })
  throw attempt >= 2 ? error : new Error(error.message)
}
