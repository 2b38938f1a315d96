/** Parts of objects that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { createFolderStore } from '../../platform/objects/folder-store.ts'
export type { LockRule, ObjectStore, ObjectVersions, StoredObject } from '../../platform/objects/object-store.ts'
export { ObjectStoreError } from '../../platform/objects/object-store-error.ts'
export { elementsOf, readXml, textOf } from '../../platform/objects/s3/read-xml.ts'
export { createS3Client, type S3Bucket, type S3Client, type S3Request } from '../../platform/objects/s3/s3-client.ts'
export { createS3Store } from '../../platform/objects/s3/s3-store.ts'
export { createFakeLockingStore } from '../fake-locking-store.ts'
