/** Form values of a storage location, and the request made from them. */
import type { BackupDestination, CreateBackupDestinationRequest } from '@longshore/sdk'

export interface StoreValues {
  type: BackupDestination['type']
  name: string
  endpoint: string
  region: string
  bucket: string
  prefix: string
  pathStyle: boolean
  accessKeyId: string
  secretAccessKey: string
  serverId: string
}

export const emptyStore: StoreValues = {
  type: 's3',
  name: '',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  pathStyle: true,
  accessKeyId: '',
  secretAccessKey: '',
  serverId: '',
}

export function toStoreBody(values: StoreValues): CreateBackupDestinationRequest {
  const { type, name, serverId, endpoint, bucket, region, prefix, pathStyle, accessKeyId, secretAccessKey } = values
  if (type === 'server') return { type, name, serverId }
  if (type === 'controlPlane') return { type, name }
  const chosen = { ...(region === '' ? {} : { region }), ...(prefix === '' ? {} : { prefix }) }
  // Empty fields are left out, and the schema reports them as missing.
  const needed = Object.entries({ endpoint, bucket, accessKeyId, secretAccessKey }).filter(([, value]) => value !== '')
  const body: object = { type, name, pathStyle, ...chosen, ...Object.fromEntries(needed) }
  return body as CreateBackupDestinationRequest
}
