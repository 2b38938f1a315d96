/** Errors of an object store. */
export type ObjectStoreFault =
  | 'not_found'
  | 'bucket_not_found'
  | 'access_refused'
  | 'store_full'
  | 'store_unreachable'
  | 'content_too_large'
  | 'lock_unavailable'
  | 'lock_ignored'
  | 'store_failed'

const texts: Record<ObjectStoreFault, string> = {
  not_found: 'The object is not there.',
  bucket_not_found: 'The bucket does not exist.',
  access_refused: 'The store refuses the key, or the key may not do this.',
  store_full: 'The store has no room left.',
  store_unreachable: 'The store does not answer.',
  content_too_large: 'The content is larger than one object can be.',
  lock_unavailable: 'The bucket has no object lock.',
  lock_ignored: 'The store deleted a locked object.',
  store_failed: 'The store did not do what was asked.',
}

export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError'
  readonly fault: ObjectStoreFault

  constructor(fault: ObjectStoreFault, options: { detail?: string; cause?: unknown } = {}) {
    super(options.detail === undefined ? texts[fault] : `${texts[fault]} (${options.detail})`, { cause: options.cause })
    this.fault = fault
  }
}
