/** Imports: the file streams to the worker, then a run loads it into the database. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { lockHolders, tryLock } from '../../../platform/durable/locks.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { IdempotentReplay } from '../../../platform/idempotency/claim.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { type Page, type PageQuery, toPage } from '../../../platform/pagination/page.schemas.ts'
import { recordAudit } from '../../audit/index.ts'
import { listServices, requireEnvironment, type ServiceRow } from '../../environments/index.ts'
import { environmentLock } from '../archives/backups.references.ts'
import { environmentLocked } from '../archives/start-backup.action.ts'
import { toImport } from '../restores/restore.mapper.ts'
import { restoredVolume } from '../restores/restored-volume.policy.ts'
import { publishRestore, publishRestoreUpdated } from '../restores/restores.events.ts'
import { insertRestore, listRestores } from '../restores/restores.repository.ts'
import { cancelRestore, confirmRestore, requireRestore, undoSwitch } from '../restores/restores.service.ts'
import { requireReadyEnvironment } from '../restores/start-restore.action.ts'
import { discardUpload, type StoredUpload, storeUpload } from './calls/imports.definition.ts'
import type { ImportEngine } from './import-formats.policy.ts'
import { importProblems } from './imports.problems.ts'
import { importFile } from './imports.references.ts'
import type { Import, ImportDetails } from './imports.schemas.ts'

export interface ImportRequest {
  serviceId?: string | undefined
  confirm?: string | undefined
  /** `false`: without a backup of the current data. */
  safetyBackup?: string | undefined
}

export interface ImportLocation {
  id: Id<'env'>
  importId: Id<'imp'>
}

/** Parts in order of arrival; the file can come before or after the fields. */
export type ImportPart = { field: keyof ImportRequest; value: string } | { file: AsyncIterable<Buffer> }

export interface ImportsService {
  begin(
    actor: Actor,
    environmentId: Id<'env'>,
    request: { wish: ImportRequest; parts: AsyncIterable<ImportPart>; signal: AbortSignal },
  ): Promise<Import>
  list(actor: Actor, environmentId: Id<'env'>, query: PageQuery): Promise<Page<Import>>
  get(actor: Actor, at: ImportLocation): Promise<Import>
  /** Returns the run that works on it, or did last. */
  runOf(actor: Actor, at: ImportLocation): Promise<Id<'run'>>
  confirm(actor: Actor, at: ImportLocation): Promise<Import>
  undo(actor: Actor, at: ImportLocation): Promise<Import>
  cancel(actor: Actor, at: ImportLocation): Promise<Import>
}

const uploadMs = 6 * 60 * 60_000

export function createImportsService(options: { database: Database; link: Pick<LinkClient, 'call'> }): ImportsService {
  const { database } = options
  const read = (actor: Actor, at: ImportLocation) =>
    database.tenant(actor.organizationId, (tx) => requireRestore(tx, actor, locationOf(at)))
  return {
    begin: (actor, environmentId, request) => begin(options, actor, environmentId, request),
    async list({ organizationId }, environmentId, { cursor, limit }) {
      const rows = await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, environmentId)
        return await listRestores(tx, organizationId, { environmentId, source: 'import', before: cursor, limit })
      })
      return toPage(rows.map(toImport), limit)
    },
    get: async (actor, at) => toImport(await read(actor, at)),
    runOf: async (actor, at) => (await read(actor, at)).run_id,
    confirm: (actor, at) =>
      createOnce(database, actor, async (tx) => toImport(await confirmRestore(tx, actor, locationOf(at)))),
    undo: (actor, at) =>
      createOnce(database, actor, async (tx) => toImport(await undoSwitch(tx, actor, locationOf(at)))),
    cancel: (actor, at) =>
      database.tenant(actor.organizationId, async (tx) => toImport(await cancelRestore(tx, actor, locationOf(at)))),
  }
}

/** Its location among restores. */
function locationOf({ id, importId }: ImportLocation) {
  return { id, rid: brandId<'rst'>(importId), source: 'import' } as const
}

async function begin(
  { database, link }: { database: Database; link: Pick<LinkClient, 'call'> },
  actor: Actor,
  environmentId: Id<'env'>,
  { wish: first, parts, signal }: { wish: ImportRequest; parts: AsyncIterable<ImportPart>; signal: AbortSignal },
): Promise<Import> {
  const { organizationId } = actor
  const wish = { ...first }
  const uploadId = newId('imp')
  const call = { organizationId, actorId: actor.userId }
  let stored: StoredUpload | undefined
  let mayBeAccepted = false
  // Check before anything is sent whether it can be imported at all.
  await requireIdle(database, actor, environmentId)
  try {
    for await (const part of parts) {
      if ('field' in part) wish[part.field] = part.value
      else if (stored === undefined) {
        const engine = wish.confirm === undefined ? null : await engineOf(database, actor, environmentId, wish)
        const body = part.file
        stored = await link.call(storeUpload, { uploadId, engine }, { ...call, body, signal, deadlineMs: uploadMs })
      }
    }
    if (stored === undefined) throw new AppError(importProblems.import_file_missing)
    const upload = { uploadId, ...stored }
    mayBeAccepted = true
    return await createOnce(database, actor, (tx) => start(tx, actor, { environmentId, wish, upload }))
  } catch (error) {
    // The response to a commit can be lost, and an accepted import needs its file. Files without an import are removed
    // after two days.
    const isNeeded = mayBeAccepted && !isRefusal(error)
    if (stored !== undefined && !isNeeded) await link.call(discardUpload, { uploadId }, call).catch(() => undefined)
    throw error
  }
}

/** Whether the transaction itself threw the error, so nothing was committed. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError || error instanceof IdempotentReplay
}

async function requireIdle(database: Database, actor: Actor, environmentId: Id<'env'>): Promise<void> {
  const { resource } = environmentLock(environmentId, 'exclusive')
  try {
    await database.tenant(actor.organizationId, async (tx) => {
      await requireReadyEnvironment(tx, actor, environmentId)
      const holders = await lockHolders(tx, resource)
      if (holders.length > 0) throw environmentLocked(holders)
    })
  } catch (error) {
    // This very import may be the one in the way: a request with the same key gets the same response.
    if (actor.idempotency === null) throw error
    await createOnce(database, actor, () => Promise.reject(error))
  }
}

async function engineOf(
  database: Database,
  actor: Actor,
  environmentId: Id<'env'>,
  wish: ImportRequest,
): Promise<ImportEngine> {
  return await database.tenant(actor.organizationId, async (tx) => {
    return (await requireRequest(tx, actor, environmentId, wish)).engine
  })
}

async function requireRequest(
  tx: Tx,
  { organizationId }: Actor,
  environmentId: Id<'env'>,
  { serviceId, confirm }: ImportRequest,
): Promise<{ service: ServiceRow; engine: ImportEngine }> {
  const environment = await requireEnvironment(tx, organizationId, environmentId)
  if (confirm !== environment.name) throw new AppError(importProblems.import_not_confirmed)
  const services = (await listServices(tx, organizationId, [environmentId])).filter(({ kind }) => isImportEngine(kind))
  const fitting = serviceId === undefined ? services : services.filter(({ id }) => encodeId('svc', id) === serviceId)
  const [service] = fitting
  if (service === undefined || fitting.length > 1 || !isImportEngine(service.kind))
    throw new AppError(importProblems.import_service_unknown)
  return { service, engine: service.kind }
}

function isImportEngine(kind: string): kind is ImportEngine {
  return kind === 'postgres' || kind === 'mariadb'
}

async function start(
  tx: Tx,
  actor: Actor,
  wanted: { environmentId: Id<'env'>; wish: ImportRequest; upload: StoredUpload & { uploadId: Id<'imp'> } },
): Promise<Import> {
  const { organizationId } = actor
  const { environmentId, wish, upload } = wanted
  await requireReadyEnvironment(tx, actor, environmentId)
  const { service } = await requireRequest(tx, actor, environmentId, wish)
  const { uploadId, form, bytes: sizeBytes, sha256 } = upload
  const input = { environmentId, hasSafetyBackup: wish.safetyBackup !== 'false', uploadId }
  const runId = await startRun(tx, { workflow: importFile, key: environmentId, input, organizationId })
  const lock = await tryLock(tx, environmentLock(environmentId, 'exclusive'), { runId, organizationId })
  if (!lock.granted) throw environmentLocked(lock.holders)
  const details: Pick<ImportDetails, 'form' | 'sizeBytes' | 'sha256'> = { form, sizeBytes, sha256 }
  const row = await insertRestore(tx, organizationId, {
    ...{ id: brandId<'rst'>(runId), runId, environmentId, serviceId: service.id, details },
    source: 'import',
    backupId: null,
    target: 'in_place',
    newVolume: restoredVolume(runId),
    createdBy: actor.userId,
  })
  await recordAudit(tx, actor, {
    action: 'environment.import_requested',
    targetKind: 'environment',
    targetId: environmentId,
    detail: {
      importId: encodeId('imp', brandId<'imp'>(runId)),
      service: service.name,
      safetyBackup: input.hasSafetyBackup,
      ...details,
    },
  })
  await publishRestore(tx, organizationId, row)
  await publishRestoreUpdated(tx, organizationId, { row, action: 'queued' })
  return toImport(row)
}
