/** Opens the bucket from the arguments of the process, with the secret from its environment. */
import { parseAddressPolicy } from '@longshore/addresses'
import { createS3Client, createS3Store } from '../../apps/server/src/testing/internals/objects.ts'
import { createOutbound } from '../../apps/server/src/testing/internals/outbound.ts'
import { Secret } from '../../apps/server/src/testing/internals/secrets.ts'

export function openStore() {
  const { key, ...bucket } = JSON.parse(process.argv[2] ?? '{}')
  const outbound = createOutbound({ allow: parseAddressPolicy('127.0.0.1:1024-65535') })
  const secretAccessKey = new Secret(process.env['SECRET'] ?? '')
  const client = createS3Client(outbound, { ...bucket, secretAccessKey }, 'bench')
  const { signal } = new AbortController()
  return { store: createS3Store(client, ''), key: String(key), signal }
}
