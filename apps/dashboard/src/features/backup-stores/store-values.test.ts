import { CreateBackupDestinationRequest } from '@longshore/sdk/schemas'
import { validate } from '@longshore/sdk/validate'
import { expect, test } from 'vitest'
import { emptyStore, toStoreBody } from './store-values.ts'

test('each kind sends only its own fields', () => {
  const values = { ...emptyStore, name: 'Disk', bucket: 'left-over' }
  expect(toStoreBody({ ...values, type: 'controlPlane' })).toEqual({ type: 'controlPlane', name: 'Disk' })
})

test('a lock is sent only for a bucket that has one, and the schema reports invalid days', () => {
  const values = { ...emptyStore, name: 'Vault', endpoint: 'https://s3.test', bucket: 'vault' }
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' }
  expect(toStoreBody(values)).not.toHaveProperty('objectLock')
  const locked = { ...values, ...keys, objectLock: { mode: 'compliance' as const, days: 30 } }
  expect(toStoreBody(locked)).toMatchObject({ objectLock: { mode: 'compliance', days: 30 } })
  expect(validate(CreateBackupDestinationRequest, toStoreBody(locked))).toEqual([])
  expect(toStoreBody({ ...locked, type: 'controlPlane' })).not.toHaveProperty('objectLock')
  const missing = toStoreBody({ ...locked, objectLock: { mode: 'compliance', days: undefined } })
  expect(validate(CreateBackupDestinationRequest, missing)).toMatchObject([{ pointer: '/objectLock/days' }])
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
