/**
 * Tests a store by writing, reading, listing, and deleting one small object, and by locking another one if its objects
 * are locked: everything that backups and their removal need.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { RuntimeError } from '@longshore/remote/runtime'
import { RemoteError } from '@longshore/remote/ssh'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { ProblemDefinition } from '../../../platform/errors/problem.ts'
import type { LockRule, ObjectStore, ObjectVersions, StoreCall } from '../../../platform/objects/object-store.ts'
import { ObjectStoreError, type ObjectStoreFault } from '../../../platform/objects/object-store-error.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import type { DestinationFault } from './destination-fault.schemas.ts'
import { backupScheduleProblems } from './schedules.problems.ts'

const contentBytes = 4_096
const withinMs = 60_000
const folder = 'longshore-checks'

/** Throws an `AppError` that explains what is wrong. */
export async function tryStore(store: ObjectStore, signal: AbortSignal): Promise<void> {
  const call = { signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]) }
  const id = randomUUID()
  const key = `${folder}/${id}/object`
  const content = randomBytes(contentBytes)
  try {
    await store.put(key, once(content), call)
    const found = Buffer.concat(await collect(store.read(key, call)))
    if (!found.equals(content)) throw new ObjectStoreError('store_failed', { detail: 'it returned different data' })
    const listed = await collect(store.list(folder, call))
    if (!listed.some((each) => each.key === key))
      throw new ObjectStoreError('store_failed', { detail: "it doesn't list its objects" })
    await store.remove(key, call)
    if ((await store.sizeOf(key, call)) !== null)
      throw new ObjectStoreError('store_failed', { detail: 'it kept a deleted object' })
    if (store.versions !== undefined && store.versions.rule !== null)
      await tryLock(store, { versions: store.versions, rule: store.versions.rule, id }, call)
  } catch (error) {
    signal.throwIfAborted()
    await store.remove(key, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    throw storeFailure(error)
  }
}

/** Longer than the clocks of this machine and the storage usually differ. */
const lockMs = 60_000
const lockedFolder = `${folder}/locked`

/**
 * A bucket can accept a lock and ignore it, so this asks the store to delete a locked object. That object stays until
 * its lock ends, and the next test removes it. It has the mode of the backups, because each mode can need another
 * permission.
 */
async function tryLock(
  store: ObjectStore,
  { versions, rule, id }: { versions: ObjectVersions; rule: LockRule; id: string },
  call: StoreCall,
): Promise<void> {
  try {
    await versions.requireLocks(call)
    // The unlocked test object was only hidden so far.
    await versions.removeFolder(`${folder}/${id}`, call)
    await versions.removeFolder(lockedFolder, call)
    const lock = { mode: rule.mode, until: new Date(Date.now() + lockMs) }
    await store.put(`${lockedFolder}/${id}/object`, once(randomBytes(contentBytes)), { ...call, lock })
    if ((await versions.removeFolder(`${lockedFolder}/${id}`, call)) === null)
      throw new ObjectStoreError('lock_ignored')
  } catch (error) {
    if (!(error instanceof ObjectStoreError) || error.fault !== 'access_refused') throw error
    throw new AppError(backupScheduleProblems.destination_lock_refused, error.message, { cause: error })
  }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const each of items) found.push(each)
  return found
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

const problemOf: Record<ObjectStoreFault, ProblemDefinition> = {
  not_found: backupScheduleProblems.destination_failed,
  bucket_not_found: backupScheduleProblems.destination_bucket_missing,
  access_refused: backupScheduleProblems.destination_refused,
  store_full: backupScheduleProblems.destination_full,
  store_unreachable: backupScheduleProblems.destination_not_reached,
  content_too_large: backupScheduleProblems.destination_failed,
  store_failed: backupScheduleProblems.destination_failed,
  lock_unavailable: backupScheduleProblems.destination_lock_unavailable,
  lock_ignored: backupScheduleProblems.destination_lock_ignored,
}

/** Translates store failures for people; other errors stay unchanged. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof ObjectStoreError && isOfServer(error.cause))
    return new AppError(backupScheduleProblems.destination_server_not_ready, error.message, { cause: error })
  if (error instanceof ObjectStoreError) return new AppError(problemOf[error.fault], error.message, { cause: error })
  if (error instanceof OutboundError)
    return new AppError(backupScheduleProblems.destination_address_refused, error.message, { cause: error })
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new AppError(
      backupScheduleProblems.destination_not_reached,
      'The storage location took longer than a minute.',
    )
  return error
}

function isOfServer(cause: unknown): boolean {
  return cause instanceof RemoteError || cause instanceof RuntimeError
}

export function faultOf({ problem, message, hint }: AppError): DestinationFault {
  return { code: problem.code, title: problem.title, detail: message, hint }
}
