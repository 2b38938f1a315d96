/** Where large things of ours are kept: a bucket, or a folder. Nothing is there under a key until all of it is. */

/** Path segments of our own making: letters, digits, and `._-` inside. */
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
  /** From the first byte, or from a later one. */
  read(key: string, call: StoreCall & { from?: number }): AsyncIterable<Buffer>
  /** Null: there is none. */
  sizeOf(key: string, call: StoreCall): Promise<number | null>
  /** None there is fine. */
  remove(key: string, call: StoreCall): Promise<void>
  /** Of a folder, in the order of their keys. */
  list(folder: string, call: StoreCall): AsyncIterable<StoredObject>
  /** What puts left behind that nobody ended, in a folder; answers how many there were. */
  removeUnfinished(folder: string, call: StoreCall): Promise<number>
}

export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`not a key of the object store: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}
