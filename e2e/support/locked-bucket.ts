/** A bucket with object lock on a real S3 server, and requests to it with the credentials that a location has. */
import { parseAddressPolicy } from '@longshore/addresses'
import {
  createS3Client,
  createS3Store,
  type LockRule,
  ObjectStoreError,
  type ObjectVersions,
  type S3Bucket,
  type S3Client,
  type S3Request,
} from '../../apps/server/src/testing/internals/objects.ts'
import { createOutbound } from '../../apps/server/src/testing/internals/outbound.ts'
import { Secret } from '../../apps/server/src/testing/internals/secrets.ts'
import type { S3Server } from '../fixtures/s3-server.ts'

export const lockedBucket = 'locked-backups'
const callMs = 60_000

export interface LockedBucket extends Disposable {
  readonly client: S3Client
  open(rule: LockRule | null, bucket?: string): ReturnType<typeof createS3Store> & { versions: ObjectVersions }
  /** Returns `done`, or the fault of the refusal. */
  attempt(request: Omit<S3Request, 'signal'>): Promise<string>
}

/** The server needs versions. */
export async function createLockedBucket(server: S3Server): Promise<LockedBucket> {
  const outbound = createOutbound({ allow: parseAddressPolicy(`127.0.0.1:${server.port}`) })
  const { endpoint, region, accessKeyId } = server
  const secretAccessKey = new Secret(server.secretAccessKey)
  const place: S3Bucket = {
    ...{ endpoint, region, accessKeyId, secretAccessKey },
    bucket: lockedBucket,
    isPathStyle: true,
  }
  const clientOf = (bucket: string) => createS3Client(outbound, { ...place, bucket }, 'suite')
  const client = clientOf(lockedBucket)
  const signal = () => AbortSignal.timeout(callMs)
  await client.send({ method: 'PUT', headers: { 'x-amz-bucket-object-lock-enabled': 'true' }, signal: signal() })
  return {
    client,
    open: (rule, bucket = lockedBucket) => createS3Store(clientOf(bucket), '', { rule }),
    async attempt(request) {
      try {
        await client.send({ ...request, signal: signal() })
        return 'done'
      } catch (error) {
        if (error instanceof ObjectStoreError) return error.fault
        throw error
      }
    },
    [Symbol.dispose]: () => outbound[Symbol.dispose](),
  }
}
