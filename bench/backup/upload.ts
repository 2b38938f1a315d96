/** Puts what comes in under a key of a bucket. */
import { parseAddressPolicy } from '@longshore/addresses'
import { createS3Client } from '../../apps/server/src/platform/objects/s3/s3-client.ts'
import { createS3Store } from '../../apps/server/src/platform/objects/s3/s3-store.ts'
import { createOutbound } from '../../apps/server/src/platform/outbound/outbound.ts'
import { Secret } from '../../apps/server/src/platform/secrets/secret.ts'

const { key, ...bucket } = JSON.parse(process.argv[2] ?? '{}')
const outbound = createOutbound({ allow: parseAddressPolicy('127.0.0.1:1024-65535') })
const client = createS3Client(
  outbound,
  { ...bucket, secretAccessKey: new Secret(process.env['SECRET'] ?? '') },
  'bench',
)
await createS3Store(client, '').put(key, process.stdin, { signal: new AbortController().signal })
process.exit(0)
