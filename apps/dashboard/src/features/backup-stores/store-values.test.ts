import { CreateBackupDestinationRequest } from '@longshore/sdk/schemas'
import { validate } from '@longshore/sdk/validate'
import { expect, test } from 'vitest'
import { emptyStore, toStoreBody } from './store-values.ts'

test('each kind sends only its own fields', () => {
  const values = { ...emptyStore, name: 'Disk', bucket: 'left-over' }
  expect(toStoreBody({ ...values, type: 'controlPlane' })).toEqual({ type: 'controlPlane', name: 'Disk' })
})

test('the schema reports missing bucket fields', () => {
  const faults = validate(CreateBackupDestinationRequest, toStoreBody({ ...emptyStore, name: 'Frankfurt' }))
  expect(faults.map(({ pointer }) => pointer).sort()).toEqual([
    '/accessKeyId',
    '/bucket',
    '/endpoint',
    '/secretAccessKey',
  ])
})
