/** Parts of objects that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { createFolderStore } from '../../platform/objects/folder-store.ts'
export type { ObjectStore, StoredObject } from '../../platform/objects/object-store.ts'
export { ObjectStoreError } from '../../platform/objects/object-store-error.ts'
export { createS3Client, type S3Bucket } from '../../platform/objects/s3/s3-client.ts'
export { createS3Store } from '../../platform/objects/s3/s3-store.ts'
