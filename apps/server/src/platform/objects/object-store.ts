/** Storage for large objects: a bucket or a folder. An object appears under its key only when it is complete. */

/** Path segments that our code generates: letters, digits, and `._-` inside. */
const keyPattern = /^[A-Za-z0-9][\w.-]{0,99}(?:\/[A-Za-z0-9][\w.-]{0,99}){0,9}$/

export interface StoreCall {
  readonly signal: AbortSignal
}

export interface StoredObject {
  readonly key: string
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

/** `compliance`: the lock can't end early. `governance`: keys with a special permission can end it at the provider. */
export type LockMode = 'compliance' | 'governance'

/** Until then, the store refuses to delete this version of the object. */
export interface ObjectLock {
  readonly mode: LockMode
  readonly until: Date
}

/** Lock for new objects of a storage location. */
export interface LockRule {
  readonly mode: LockMode
  readonly days: number
}

/** Versions and locks of a bucket. Deleting an object without naming its version would only hide it. */
export interface ObjectVersions {
  /** Null: new objects get no lock. Older ones can still have one. */
  readonly rule: LockRule | null
  /** Throws `lock_unavailable` unless object lock is enabled on the bucket. */
  requireLocks(call: StoreCall): Promise<void>
  /**
   * Removes every version below a folder, except of the objects in `keep`. Locked ones stay: returns when the last of
   * their locks ends, or null if there is none.
   */
  removeFolder(folder: string, call: StoreCall & { keep?: readonly string[] }): Promise<Date | null>
}

export interface ObjectStore {
  /** Missing in stores that know no versions. */
  readonly versions?: ObjectVersions
  /** Only stores with versions accept a lock. They return the ID of the new version. */
  put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    call: StoreCall & { lock?: ObjectLock | undefined },
  ): Promise<{ sizeBytes: number; version?: string }>
  /** Reads from the first byte, or from a later one. Without `version`, it reads the newest one. */
  read(key: string, call: StoreCall & { from?: number; version?: string | null }): AsyncIterable<Buffer>
  /** Returns null if the object doesn't exist. */
  sizeOf(key: string, call: StoreCall): Promise<number | null>
  /** Succeeds if the object doesn't exist. */
  remove(key: string, call: StoreCall): Promise<void>
  /** Lists the objects of a folder in key order. */
  list(folder: string, call: StoreCall): AsyncIterable<StoredObject>
  /** Removes incomplete puts of a folder; returns their number. */
  removeUnfinished(folder: string, call: StoreCall): Promise<number>
}

export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`not a key of the object store: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}
