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

export interface ObjectStore {
  put(key: string, content: AsyncIterable<Uint8Array>, call: StoreCall): Promise<{ sizeBytes: number }>
  /** Reads from the first byte, or from a later one. */
  read(key: string, call: StoreCall & { from?: number }): AsyncIterable<Buffer>
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
