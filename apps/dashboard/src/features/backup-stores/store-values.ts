/** Form values of a storage location, and the request made from them. */
import type { BackupDestination, CreateBackupDestinationRequest } from '@longshore/sdk'

export interface LockValues {
  /** Empty: new archives aren't locked. */
  mode: '' | 'compliance' | 'governance'
  days: number | undefined
}

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
  objectLock: LockValues
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
  objectLock: { mode: '', days: 30 },
  serverId: '',
}

export function toStoreBody(values: StoreValues): CreateBackupDestinationRequest {
  const { type, name, serverId, endpoint, bucket, region, prefix, pathStyle, accessKeyId, secretAccessKey } = values
  if (type === 'server') return { type, name, serverId }
  if (type === 'controlPlane') return { type, name }
  const chosen = { ...(region === '' ? {} : { region }), ...(prefix === '' ? {} : { prefix }) }
  // Empty fields are left out, and the schema reports them as missing.
  const needed = Object.entries({ endpoint, bucket, accessKeyId, secretAccessKey }).filter(([, value]) => value !== '')
  const lock = toLock(values.objectLock)
  const body: object = {
    ...{ type, name, pathStyle, ...chosen, ...Object.fromEntries(needed) },
    ...(lock === null ? {} : { objectLock: lock }),
  }
  return body as CreateBackupDestinationRequest
}

/** Null turns the lock off. */
export function toLock({ mode, days }: LockValues): { mode: 'compliance' | 'governance'; days: number } | null {
  // The schema reports a missing number of days.
  return mode === '' ? null : { mode, days: days ?? 0 }
}
